// One attack's scene: the whole product against the simulator, an agent that means harm inside the sandbox, and the host it must not reach.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import type { Settings } from '../../src/settings.ts';
import type { Run } from '../../src/store/run-row.ts';
import type { Malice } from '../agents/malicious.ts';
import type { Exchange } from '../github/index.ts';
import { processes, rest, say, sql } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyFiles } from '../world/tiny.ts';
import { openWorld, REPO, type World } from '../world/world.ts';
import { type Host, openHost } from './host.ts';

export interface Scene {
  world: World;
  host: Host;
  /** What the agent does from now on. */
  malice(malice: Malice): Promise<void>;
  /** The maintainer opens an issue and labels it; answers the run at rest. */
  start(issue?: { title: string; body: string }): Promise<Run & { issue: number }>;
  /** The maintainer says `/continue` with these words where the run waits; answers it when it rests again. */
  goOn(issue: number, words: string): Promise<Run & { issue: number }>;
  /** Every exchange with GitHub so far. */
  exchanges: Exchange[];
  /** Every line of the app's log so far. */
  log: string[];
  /** The bodies of all comments the app wrote, on issues and pull requests. */
  comments(): string[];
  /** Paths and contents of all commits GitHub has that the repository did not begin with: ref → path → content. */
  pushed(): Promise<Record<string, Record<string, string>>>;
  /** Of those the files of the run's branch. */
  branch(run: Run): Promise<Record<string, string>>;
  /** All that GitHub received: requests, and the content of every git object. */
  received(): Promise<string>;
  close(): Promise<void>;
}
export interface SceneOptions {
  /** Longest time of the whole play, for those of many acts. */
  timeoutMs?: number;
  files?: Record<string, string | undefined>;
  settings?: Partial<Settings>;
}

const git = promisify(execFile);

export async function openScene({ files, settings }: SceneOptions = {}): Promise<Scene> {
  const host = await openHost();
  const agent = join(host.dir, 'agent');
  await mkdir(agent, { mode: 0o755 });
  const [program, orders] = [join(agent, 'malicious.mjs'), join(agent, 'malice.json')];
  await copyFile(join(packageRoot(), 'dist/test/agents/malicious.js'), program);
  const malice = (deeds: Malice) => writeFile(orders, JSON.stringify(deeds));
  await malice({ implementer: { sh: 'echo 42 > answer.txt' } });
  const exchanges: Exchange[] = [];
  const log: string[] = [];
  const world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles(files),
    agent: `${process.execPath} ${program} ${orders} {promptFile}`,
    onExchange: exchange => exchanges.push(exchange),
    log: line => log.push(line),
    settings: { sandbox: 'bubblewrap', logLevel: 'debug', ...settings },
  });
  const { gitDir } = world.github.repo(REPO);
  const scene: Scene = {
    ...{ world, host, malice, exchanges, log },
    async start(issue = TINY_ISSUE) {
      const number = await world.label(issue);
      return { ...(await rest(world, number)), issue: number };
    },
    async goOn(issue, words) {
      await say(world, issue, `/continue ${words}`);
      return { ...(await rest(world, issue)), issue };
    },
    comments: () =>
      [...world.github.repo(REPO).threads.values()].flatMap(thread =>
        thread.comments.filter(({ author }) => author.type === 'Bot').map(({ body }) => body),
      ),
    async pushed() {
      const refs = [...(await world.github.refs(REPO)).keys()].filter(ref => ref !== 'refs/heads/main');
      const trees = await Promise.all(refs.map(async ref => [ref, await contents(gitDir, ref)] as const));
      return Object.fromEntries(trees);
    },
    branch: async run => (await scene.pushed())[`refs/heads/${run.spec?.branch}`] ?? {},
    async received() {
      const asked = exchanges.map(({ url, requestBody }) => `${url}\n${JSON.stringify(requestBody)}`);
      const list = ['-C', gitDir, 'cat-file', '--batch-all-objects', '--batch', '--buffer'];
      const { stdout } = await git('git', list, { encoding: 'latin1', maxBuffer: 2 ** 28 });
      return [...asked, stdout].join('\n');
    },
    async close() {
      await world.close();
      await host.close();
    },
  };
  Object.assign(host.secrets, { 'webhook secret': world.settings.webhookSecret, 'private key': keyLine(world) });
  return scene;
}

/** What must be true after any attack: nothing on the host, no secret on GitHub, no process, nothing GitHub would refuse. */
export async function harm(scene: Scene): Promise<{ host: string[]; github: string[] }> {
  const { host, world, exchanges } = scene;
  const runs = await sql<{ id: string }>(world, 'select id from runs');
  const alive = (await Promise.all(runs.map(({ id }) => processes(id)))).flat();
  const received = await scene.received();
  const shown = { ...host.secrets, ...minted(exchanges) };
  const holding = (text: string) =>
    Object.entries(shown).filter(([, secret]) => forms(secret).some(form => text.includes(form)));
  const logged = holding(scene.log.join(''));
  return {
    host: [
      ...(await host.effects()),
      ...alive.map(id => `process ${id} was left`),
      ...logged.map(([what]) => `the log was told the ${what}`),
    ],
    github: [...holding(received).map(([what]) => `GitHub was shown the ${what}`), ...world.contract.violations],
  };
}

/** As it is, in base64 at each of three offsets, and in hexadecimal. */
function forms(secret: string): string[] {
  const at = (skip: number) => Buffer.from(secret).subarray(skip).toString('base64').slice(0, -4);
  return [secret, at(0), at(1), at(2), Buffer.from(secret).toString('hex')];
}

/** Tokens GitHub gave to the app. */
function minted(exchanges: readonly Exchange[]): Record<string, string> {
  const tokens = exchanges.flatMap(({ responseBody }) => {
    const token = (responseBody as { token?: unknown } | null)?.token;
    return typeof token === 'string' ? [token] : [];
  });
  return Object.fromEntries(tokens.map((token, n) => [`installation token ${n + 1}`, token]));
}

const keyLine = ({ settings }: World): string => settings.privateKey.split('\n')[2] ?? '';

async function contents(gitDir: string, ref: string): Promise<Record<string, string>> {
  const { stdout } = await git('git', ['-C', gitDir, 'ls-tree', '-r', '-z', '--format=%(objectname) %(path)', ref]);
  const entries = stdout.split('\0').filter(Boolean);
  const read = entries.map(async entry => {
    const [id = '', path = ''] = [entry.slice(0, 40), entry.slice(41)];
    const { stdout: text } = await git('git', ['-C', gitDir, 'cat-file', '-p', id], { encoding: 'latin1' });
    return [path, text] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
