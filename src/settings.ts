// What the operator decides, from the environment: checked at start, with what to do about each mistake.
import * as z from 'zod';
import { openAgentBook } from './agent-book.ts';
import type { AgentBook } from './agents.ts';
import { dataDir } from './database/data-dir.ts';
import { capOf } from './operator-cap.ts';
import { readKey } from './operator-key.ts';
import { absolute, hostsOf, words } from './operator-lists.ts';
import { QUOTA, quotaOf } from './operator-quota.ts';
import type { SandboxWord } from './runner/sandbox/choose.ts';
import type { Cap } from './runner/sandbox/ledger.ts';
import type { Quota } from './runner/sandbox/limited.ts';

const flag = z.enum(['on', 'off']);
const daily = z.coerce.number().int().min(1).max(1_000_000);
const count = z.coerce.number().int().min(1).max(1000);

const ENVIRONMENT = z.object({
  APP_ID: z.coerce
    .number({ error: 'APP_ID is the number of your GitHub App, see its settings page.' })
    .int()
    .positive(),
  PRIVATE_KEY: z.string().optional(),
  PRIVATE_KEY_PATH: z.string().optional(),
  WEBHOOK_SECRET: z
    .string({
      error: 'WEBHOOK_SECRET is missing: without it anybody could start runs. `openssl rand -hex 32` makes one.',
    })
    .refine(
      secret => !/^\W*(?:development\W*)+$/.test(secret),
      'WEBHOOK_SECRET is a default everybody knows: `openssl rand -hex 32` makes one.',
    )
    .min(32, 'WEBHOOK_SECRET is too short to be safe, 32 characters are the least: `openssl rand -hex 32` makes one.')
    .refine(
      secret => new Set(secret.trim()).size >= 8,
      'WEBHOOK_SECRET is too easy to guess, the same few characters: `openssl rand -hex 32` makes one.',
    ),
  ULTRALOOP_AGENT: z.string().optional(),
  ULTRALOOP_AGENTS: z.string().optional(),
  ULTRALOOP_AGENT_ENV: z.string().default(''),
  ULTRALOOP_AGENT_HOSTS: z.string().default(''),
  ULTRALOOP_SANDBOX: z.enum(['auto', 'bubblewrap', 'unsafe-none']).default('auto'),
  ULTRALOOP_SANDBOX_READ: z.string().default(''),
  ...QUOTA,
  ULTRALOOP_SETUP_HOSTS: z.string().default(''),
  ULTRALOOP_MODEL_RUN_REQUESTS: z.coerce.number().int().min(1).default(2000),
  ULTRALOOP_MODEL_RUN_TOKENS: z.coerce.number().int().min(1).default(20000000),
  ULTRALOOP_MODEL_RUN_USD: z.coerce.number().min(0.01).optional(),
  ULTRALOOP_MODEL_FAST: z.string().optional(),
  ULTRALOOP_MODEL_STANDARD: z.string().optional(),
  ULTRALOOP_MODEL_DEEP: z.string().optional(),
  ULTRALOOP_NOTIFY_URL: z.url({ protocol: /^https?$/, error: 'this must be an http(s) address.' }).optional(),
  ULTRALOOP_NOTIFY_SECRET: z
    .string()
    .min(16, 'this is too short to be safe: `openssl rand -hex 32` makes one.')
    .optional(),
  ULTRALOOP_NOTIFY_COMMAND: z.string().optional(),
  ULTRALOOP_RUNS: count.default(4),
  ULTRALOOP_RUNS_PER_REPOSITORY: count.default(2),
  ULTRALOOP_RUNS_PER_DAY_PER_PERSON: daily.default(20),
  ULTRALOOP_RUNS_PER_DAY_PER_REPOSITORY: daily.default(50),
  ULTRALOOP_GITHUB_PACE: flag.default('on'),
  DATABASE_URL: z.string().optional(),
  GHE_HOST: z.string().optional(),
  GHE_PROTOCOL: z.enum(['http', 'https']).default('https'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

export interface Settings {
  appId: number;
  privateKey: string;
  webhookSecret: string;
  /** The agents of this host: nothing else is ever started as one. */
  agents: AgentBook;
  /** How agents and checks are walled in; absent = `auto`. */
  sandbox?: SandboxWord;
  /** Files and folders outside /usr that they may read. */
  sandboxRead?: string[];
  /** What one command may take; absent = what is usual on this host. */
  quota?: Partial<Quota>;
  /** `host:port` of where agents may go. */
  agentHosts?: string[];
  /** The same for the setup of a repository, as far as it asks for them. */
  setupHosts?: string[];
  /** What one run may use of a model service whose key is kept outside. */
  modelCap?: Cap;
  /** Who is told of terminal events (K17). */
  notify?: { webhook?: { url: string; secret: string }; command?: string };
  limits: { host: number; repository: number };
  /** Runs that may be started in a day (K15); absent = no limit. */
  perDay?: { person: number; repository: number };
  pace: boolean;
  /** Of tests: how long lost calls are waited for, in milliseconds each. Not in the environment. */
  pauses?: number[];
  /** Of tests: how long a silent process keeps its work, in milliseconds. Not in the environment. */
  leaseMs?: number;
  databaseUrl?: string;
  /** API root, when it is not api.github.com. */
  baseUrl?: string;
  dataDir: string;
  host: string;
  port: number;
  logLevel: string;
}

/** Throws an Error that lists every mistake, one a line. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const blank = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = ENVIRONMENT.safeParse(blank);
  // What is read from files is looked at all the same, so that everything is told at once.
  const key = attempt(() => readKey(blank.PRIVATE_KEY, blank.PRIVATE_KEY_PATH));
  const agents = attempt(() => agentsOf(blank));
  if (!parsed.success || 'mistake' in key || 'mistake' in agents)
    throw new Error([...(parsed.error?.issues.map(describe) ?? []), ...mistakes(key, agents)].join('\n'));
  const e = parsed.data;
  return {
    appId: e.APP_ID,
    privateKey: key.value,
    webhookSecret: e.WEBHOOK_SECRET,
    agents: agents.value,
    sandbox: e.ULTRALOOP_SANDBOX,
    sandboxRead: absolute(words(e.ULTRALOOP_SANDBOX_READ)),
    quota: quotaOf(e),
    agentHosts: hostsOf('ULTRALOOP_AGENT_HOSTS', words(e.ULTRALOOP_AGENT_HOSTS)),
    setupHosts: hostsOf('ULTRALOOP_SETUP_HOSTS', words(e.ULTRALOOP_SETUP_HOSTS)),
    modelCap: capOf(e, agents.value),
    notify: notifyOf(e),
    limits: { host: e.ULTRALOOP_RUNS, repository: e.ULTRALOOP_RUNS_PER_REPOSITORY },
    perDay: {
      person: e.ULTRALOOP_RUNS_PER_DAY_PER_PERSON,
      repository: e.ULTRALOOP_RUNS_PER_DAY_PER_REPOSITORY,
    },
    pace: e.ULTRALOOP_GITHUB_PACE === 'on',
    ...(e.DATABASE_URL !== undefined && { databaseUrl: e.DATABASE_URL }),
    ...(e.GHE_HOST !== undefined && { baseUrl: `${e.GHE_PROTOCOL}://${e.GHE_HOST}/api/v3` }),
    dataDir: dataDir(env),
    host: e.HOST,
    port: e.PORT,
    logLevel: e.LOG_LEVEL,
  };
}

type Environment = z.output<typeof ENVIRONMENT>;

function agentsOf(env: NodeJS.ProcessEnv): AgentBook {
  const { ULTRALOOP_MODEL_FAST: fast, ULTRALOOP_MODEL_STANDARD: standard, ULTRALOOP_MODEL_DEEP: deep } = env;
  return openAgentBook({
    agent: env.ULTRALOOP_AGENT,
    file: env.ULTRALOOP_AGENTS,
    pass: words(env.ULTRALOOP_AGENT_ENV ?? ''),
    models: { ...(fast && { fast }), ...(standard && { standard }), ...(deep && { deep }) },
    path: env.PATH ?? process.env.PATH,
  });
}

type Attempt<T> = { value: T } | { mistake: string };

function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { mistake: (error as Error).message };
  }
}

function mistakes(...attempts: Attempt<unknown>[]): string[] {
  return attempts.flatMap(each => ('mistake' in each ? [each.mistake] : []));
}

function notifyOf(e: Environment): NonNullable<Settings['notify']> {
  const { ULTRALOOP_NOTIFY_URL: url, ULTRALOOP_NOTIFY_SECRET: secret, ULTRALOOP_NOTIFY_COMMAND: command } = e;
  if (url !== undefined && secret === undefined)
    throw new Error(
      'ULTRALOOP_NOTIFY_SECRET is missing: the receiver could not tell our messages from others. `openssl rand -hex 32` makes one.',
    );
  return { ...(url && secret && { webhook: { url, secret } }), ...(command && { command }) };
}

function describe({ path, message }: z.core.$ZodIssue): string {
  const name = path.join('.');
  return message.includes(name) ? message : `${name}: ${message}`;
}
