// What the operator decides, from the environment: checked at start, with what to do about each mistake.
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { dataDir } from './database/data-dir.ts';
import { absolute, hostsOf, words } from './operator-lists.ts';
import type { SandboxWord } from './runner/sandbox/choose.ts';
import type { Cap } from './runner/sandbox/ledger.ts';
import type { Tier } from './tools.ts';

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
      secret => secret !== 'development',
      'WEBHOOK_SECRET is a default everybody knows: `openssl rand -hex 32` makes one.',
    )
    .min(32, 'WEBHOOK_SECRET is too short to be safe, 32 characters are the least: `openssl rand -hex 32` makes one.'),
  ULTRALOOP_AGENT: z.string().optional(),
  ULTRALOOP_AGENT_ENV: z.string().default(''),
  ULTRALOOP_AGENT_HOSTS: z.string().default(''),
  ULTRALOOP_SANDBOX: z.enum(['auto', 'bubblewrap', 'unsafe-none']).default('auto'),
  ULTRALOOP_SANDBOX_READ: z.string().default(''),
  ULTRALOOP_MODEL_RUN_REQUESTS: z.coerce.number().int().min(1).default(2000),
  ULTRALOOP_MODEL_RUN_TOKENS: z.coerce.number().int().min(1).default(20000000),
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
  /** Command line of the agent; empty = none configured, which every run will say. */
  agent: string;
  /** Names of variables the agent may see, such as its model key. */
  agentEnv: string[];
  /** The model of each tier, given to the agent as `{model}`. Absent = the standard tier's, else the agent's own choice. */
  models?: Partial<Record<Tier, string>>;
  /** How agents and checks are walled in; absent = `auto`. */
  sandbox?: SandboxWord;
  /** Files and folders outside /usr that they may read. */
  sandboxRead?: string[];
  /** `host:port` of where agents may go. */
  agentHosts?: string[];
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
  if (!parsed.success) throw new Error(parsed.error.issues.map(issue => describe(issue)).join('\n'));
  const e = parsed.data;
  return {
    appId: e.APP_ID,
    privateKey: readKey(e.PRIVATE_KEY, e.PRIVATE_KEY_PATH),
    webhookSecret: e.WEBHOOK_SECRET,
    agent: e.ULTRALOOP_AGENT ?? '',
    agentEnv: words(e.ULTRALOOP_AGENT_ENV),
    sandbox: e.ULTRALOOP_SANDBOX,
    sandboxRead: absolute(words(e.ULTRALOOP_SANDBOX_READ)),
    agentHosts: hostsOf(words(e.ULTRALOOP_AGENT_HOSTS)),
    modelCap: { requests: e.ULTRALOOP_MODEL_RUN_REQUESTS, tokens: e.ULTRALOOP_MODEL_RUN_TOKENS },
    models: modelsOf(e),
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

function modelsOf(e: Environment): NonNullable<Settings['models']> {
  const { ULTRALOOP_MODEL_FAST: fast, ULTRALOOP_MODEL_STANDARD: standard, ULTRALOOP_MODEL_DEEP: deep } = e;
  return { ...(fast && { fast }), ...(standard && { standard }), ...(deep && { deep }) };
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

/** The key itself, with \n for line ends or in base64 as Probot allows, or a file of it. */
function readKey(key: string | undefined, path: string | undefined): string {
  if (key === undefined && path === undefined)
    throw new Error(
      'PRIVATE_KEY or PRIVATE_KEY_PATH is missing: generate a private key on the settings page of your GitHub App.',
    );
  const text = key ?? readFileSync(path ?? '', 'utf8');
  const plain = text.includes('BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8');
  if (!plain.includes('PRIVATE KEY'))
    throw new Error('PRIVATE_KEY is not a PEM key: paste the whole file, or use PRIVATE_KEY_PATH.');
  return plain;
}
