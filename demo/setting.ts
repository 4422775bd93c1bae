// The stage set: a simulated GitHub with its judge, a repository in it, and the environment the app is started with.
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Script } from '../test/agents/scripted.ts';
import { type Contract, createContract } from '../test/contract/contract.ts';
import { type Exchange, type GitHub, startGitHub } from '../test/github/index.ts';
import { type Places, placesIn } from './places.ts';
import { demoWalls } from './walls.ts';

const SCRIPTED = fileURLToPath(new URL('../test/agents/scripted.js', import.meta.url));
const ANSWERS = /^reactions\/|^repos\/get-collaborator-permission-level$/;
const SECRET = 'the-demo-speaks-only-to-this-machine';
export const PEOPLE = ['maintainer', 'rosa', 'dana'] as const;

export interface Call {
  at: number;
  graphql: boolean;
  /** Made to acknowledge and permit what a person said. */
  answers: boolean;
}

export interface Setting {
  github: GitHub;
  contract: Contract;
  /** `owner/name` */
  repo: string;
  places: Places;
  env: NodeJS.ProcessEnv;
  /** What a person should know before it begins. */
  note?: string | undefined;
  /** When each call of the app was answered, milliseconds since 1970. */
  calls: Call[];
  /** Is told each exchange right before its answer is sent. */
  onExchange(hear: (exchange: Exchange) => void): void;
  close(keep: boolean): Promise<void>;
}

export interface SettingOptions {
  /** A sample made of these files, or a copy of the branch of a local repository. */
  repository:
    | { owner: string; name: string; files: Record<string, string> }
    | { owner: string; name: string; from: string; defaultBranch: string };
  script: Script;
  /** Command line of an agent of the user's own. */
  agent?: string;
  port?: number;
}

export async function openSetting({ repository, script, agent, port = 0 }: SettingOptions): Promise<Setting> {
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-demo-'));
  // The database of an app started by root runs as another account, which has to pass through.
  if (process.getuid?.() === 0) await chmod(dir, 0o711);
  const places = placesIn(dir);
  await writeFile(places.script, JSON.stringify(script), { mode: 0o644 });
  await copyFile(SCRIPTED, places.agent);
  const contract = createContract();
  const calls: Setting['calls'] = [];
  const listeners: ((exchange: Exchange) => void)[] = [];
  const github = await startGitHub({
    dir: places.github,
    port,
    onDelivery: contract.onDelivery,
    onExchange(exchange) {
      contract.onExchange(exchange);
      calls.push({
        at: Date.now(),
        graphql: exchange.url === '/graphql',
        answers: ANSWERS.test(exchange.operationId ?? ''),
      });
      for (const hear of listeners) hear(exchange);
    },
  });
  const repo = `${repository.owner}/${repository.name}`;
  github.createOrg(repository.owner, [...PEOPLE]);
  await github.createRepo(repository);
  for (const login of PEOPLE) github.setPermission(repo, login, 'write');
  const { note, env: walls } = await demoWalls(places.data, agent === undefined ? 'scripted' : 'own');
  const env = { ...(await install(github, repo, { places, agent })), ...walls };
  return {
    ...{ github, contract, repo, places, env, note, calls },
    onExchange: hear => void listeners.push(hear),
    async close(keep) {
      await github.close();
      if (!keep) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Registers the app and answers the environment an operator would give it. */
async function install(
  github: GitHub,
  repo: string,
  { places, agent }: { places: Places; agent: string | undefined },
): Promise<NodeJS.ProcessEnv> {
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/api/github/webhooks`;
  const { app, privateKey } = github.createApp({ id: 4711, slug: 'ultraloop', webhookUrl, webhookSecret: SECRET });
  github.install(app, repo);
  return {
    ...inherited(),
    APP_ID: String(app.id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: SECRET,
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    PORT: String(port),
    ULTRALOOP_DATA: places.data,
    ULTRALOOP_GITHUB_PACE: 'off',
    ULTRALOOP_AGENT: agent ?? [process.execPath, places.agent, places.script, '{promptFile}'].map(quoted).join(' '),
    DEMO_JOURNAL: places.journal,
  };
}

/** What programs need to run at all, and what the user says the agent may see; nothing else of the user's shell. */
function inherited(): NodeJS.ProcessEnv {
  const named = (process.env.ULTRALOOP_AGENT_ENV ?? '').split(/[\s,]+/).filter(Boolean);
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'ULTRALOOP_AGENT_ENV', ...named];
  return Object.fromEntries(
    names.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Spaces in a path, in the words of the agent's command line. */
const quoted = (part: string): string => part.replaceAll(' ', '\\ ');

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
