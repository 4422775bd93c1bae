// A world whose app is one or more processes of their own, started anew whenever they die.
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { packageRoot } from '../../src/package-root.ts';
import type { Settings } from '../../src/settings.ts';
import type { Run } from '../../src/store/runs.ts';
import { openStore } from '../../src/store/store.ts';
import type { Script } from '../agents/scripted.ts';
import { type GitHub, startGitHub } from '../github/index.ts';
import type { Noted } from './app-process.ts';
import { eventually } from './moments.ts';
import { TINY_ISSUE, tinyFiles } from './tiny.ts';
import { freePort, REPO } from './world.ts';

const SECRET = 'a-webhook-secret-of-the-tests-0123456789';
// Making a key takes a quarter of a second.
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();

export interface Outpost {
  github: GitHub;
  dir: string;
  settings: Settings;
  run(issue: number): Promise<Run | undefined>;
  /** Starts an app process; `dies` = phase, every how manyth step, which of them. Answers when it listens. */
  start(options?: { name?: string; dies?: [phase: 'begin' | 'end', of: number, i: number] }): Promise<ChildProcess>;
  /** Ends what runs and starts nothing anew. */
  stop(): Promise<void>;
  label(): Promise<number>;
  /** Waits for a state with nothing due. */
  until(issue: number, ...states: Run['state'][]): Promise<Run>;
  /** What the app's processes wrote down, over all their lives. */
  journal(name?: string): Promise<Noted[]>;
  sql<Row extends object>(query: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openOutpost(options: {
  databaseUrl: string;
  script: Script;
  settings?: Partial<Settings>;
}): Promise<Outpost> {
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-outpost-'));
  const github = await startGitHub({ dir: join(dir, 'github') });
  github.createOrg('acme', ['maintainer', 'rosa', 'dana']);
  await github.createRepo({ owner: 'acme', name: 'durations', files: tinyFiles() });
  for (const login of ['maintainer', 'rosa', 'dana']) github.setPermission(REPO, login, 'write');
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/api/github/webhooks`;
  const app = { id: 4711, slug: 'ultraloop', webhookUrl, webhookSecret: SECRET, privateKey: KEY };
  github.install(github.createApp(app).app, REPO);
  const script = join(dir, 'script.json');
  await writeFile(script, JSON.stringify(options.script));
  await mkdir(join(dir, 'data'));
  const settings: Settings = {
    ...{ appId: app.id, privateKey: KEY, webhookSecret: SECRET, agentEnv: [], pace: false },
    agent: `${process.execPath} ${join(packageRoot(), 'dist/test/agents/scripted.js')} ${script} {promptFile}`,
    limits: { host: 4, repository: 4 },
    databaseUrl: options.databaseUrl,
    baseUrl: github.apiUrl,
    dataDir: join(dir, 'data'),
    ...{ host: '127.0.0.1', port, logLevel: 'warn' },
    ...options.settings,
  };
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 2 });
  const store = openStore(pool);
  const processes = new Set<ChildProcess>();
  let ending = false;

  const journal = async (name = 'app'): Promise<Noted[]> => {
    const text = await readFile(join(dir, `${name}.journal`), 'utf8').catch(() => '');
    const lines = text.split('\n').filter(Boolean);
    return lines.map(line => JSON.parse(line) as Noted);
  };
  const launch = async (name: string, args: string[]): Promise<ChildProcess> => {
    const file = join(dir, `${name}.json`);
    const own = name === 'app' ? settings : { ...settings, port: await freePort() };
    await writeFile(file, JSON.stringify(own));
    return revive(name, [
      join(packageRoot(), 'dist/test/world/app-process.js'),
      file,
      join(dir, `${name}.journal`),
      ...args,
    ]);
  };
  const revive = (name: string, args: string[]): ChildProcess => {
    const log = openSync(join(dir, `${name}.log`), 'a');
    const child = spawn(process.execPath, args, { stdio: ['ignore', log, log] });
    processes.add(child);
    child.once('exit', (_, signal) => {
      processes.delete(child);
      if (args.length > 3 && signal === 'SIGKILL' && !ending) revive(name, args);
    });
    return child;
  };
  const stop = async (): Promise<void> => {
    ending = true;
    const gone = [...processes].map(child => new Promise(resolve => child.once('exit', resolve)));
    for (const child of processes) child.kill('SIGKILL');
    await Promise.all(gone);
  };
  const run = async (issue: number) => store.runs.latest(github.repo(REPO).id, issue);
  return {
    github,
    dir,
    settings,
    run,
    journal,
    async start({ name = 'app', dies } = {}) {
      const child = await launch(name, dies ? dies.map(String) : []);
      await eventually(async () => (await journal(name)).some(({ what, pid }) => what === 'up' && pid === child.pid));
      return child;
    },
    stop,
    async label() {
      const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
      await github.as('maintainer').label(REPO, number, 'ultraloop');
      return number;
    },
    async until(issue, ...states) {
      let found: Run | undefined;
      await eventually(async () => {
        found = await run(issue);
        if (!found || !states.includes(found.state)) return false;
        return !(found.wakeAt && found.wakeAt <= new Date()) && (await store.record.unheard(found.id)).length === 0;
      });
      return found as Run;
    },
    sql: async (query, values = []) => (await pool.query(query, values)).rows,
    async close() {
      await stop();
      await pool.end();
      await github.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
