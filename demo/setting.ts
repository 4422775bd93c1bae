// The stage set: a simulated GitHub with its judge, a repository in it, and the environment the app is started with.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openToAgents } from '../src/runner/sandbox/account.ts';
import type { Script } from '../test/agents/scripted.ts';
import { type Contract, createContract } from '../test/contract/contract.ts';
import { type Exchange, type GitHub, startGitHub } from '../test/github/index.ts';
import { environment } from './environment.ts';
import { type Places, placesIn } from './places.ts';

const SCRIPTED = fileURLToPath(new URL('../test/agents/scripted.js', import.meta.url));
const ANSWERS = /^reactions\/|^repos\/get-collaborator-permission-level$/;
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
  /** Files and folders outside the repository that its commands read. */
  reads?: readonly string[];
  /** Command line of an agent of the user's own. */
  agent?: string;
  port?: number;
}

export async function openSetting(options: SettingOptions): Promise<Setting> {
  const { repository, script, reads, agent, port = 0 } = options;
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-demo-'));
  // Database and agents of an app started by root run as other accounts, which have to pass through.
  await openToAgents(dir);
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
  const { env, note } = await environment(github, repo, { places, reads, agent });
  return {
    ...{ github, contract, repo, places, env, note, calls },
    onExchange: hear => void listeners.push(hear),
    async close(keep) {
      await github.close();
      if (!keep) await rm(dir, { recursive: true, force: true });
    },
  };
}
