// A world whose app is one or more processes of their own, started anew whenever they die.
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { commandBook } from '../../src/agent-book.ts';
import { packageRoot } from '../../src/package-root.ts';
import type { Settings } from '../../src/settings.ts';
import type { Run } from '../../src/store/run-row.ts';
import { openStore } from '../../src/store/store.ts';
import { WEBHOOKS_PATH } from '../../src/web/path.ts';
import { type GitHub, startGitHub } from '../github/index.ts';
import type { Noted } from './app-process.ts';
import { openCrew } from './crew.ts';
import { KEY } from './key.ts';
import { eventually } from './moments.ts';
import type { Play } from './play.ts';
import { startRelay } from './relay.ts';
import { REPO } from './world.ts';

const SECRET = 'a-webhook-secret-of-the-tests-0123456789';

/** Where an app process dies: `end` = a step's work is done and its result not yet stored, `begin` = the work has not begun. */
export interface Deaths {
  phase: 'begin' | 'end';
  /** `turn/step`, each once. */
  at: string[];
}

export interface Outpost {
  github: GitHub;
  dir: string;
  settings: Settings;
  run(issue: number): Promise<Run | undefined>;
  /** Starts an app process, and again each time it dies as it was told to. Answers when it listens. */
  start(options?: { name?: string; dies?: Deaths }): Promise<ChildProcess>;
  /** Opens the play's issue and labels it. Answers its number. */
  label(): Promise<number>;
  /** Waits for a state with nothing due. Throws when an app process ended by itself. */
  until(issue: number, ...states: Run['state'][]): Promise<Run>;
  /** What each started process answered to each delivery. */
  answers(): number[][];
  /** What the app's processes wrote down, over all their lives. */
  journal(name?: string): Promise<Noted[]>;
  sql<Row extends object>(query: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openOutpost(options: {
  databaseUrl: string;
  play: Play;
  settings?: Partial<Settings>;
}): Promise<Outpost> {
  const { play } = options;
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-outpost-'));
  const github = await startGitHub({ dir: join(dir, 'github') });
  const relay = await startRelay();
  const app = await populate(github, play, `http://127.0.0.1:${relay.port}`);
  const script = join(dir, 'script.json');
  await writeFile(script, JSON.stringify(play.script));
  await mkdir(join(dir, 'data'));
  const settings: Settings = {
    ...{ appId: app.id, privateKey: KEY, webhookSecret: SECRET, pace: false },
    agents: commandBook(
      `${process.execPath} ${join(packageRoot(), 'dist/test/agents/scripted.js')} ${script} {promptFile}`,
    ),
    // Walls are tried elsewhere: here they would be most of the time.
    sandbox: 'unsafe-none',
    limits: { host: 4, repository: 4 },
    databaseUrl: options.databaseUrl,
    baseUrl: github.apiUrl,
    dataDir: join(dir, 'data'),
    ...{ host: '127.0.0.1', port: 0, logLevel: 'warn' },
    ...options.settings,
  };
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 2 });
  const store = openStore(pool);
  const crew = openCrew(dir);
  const run = async (issue: number) => store.runs.latest(github.repo(REPO).id, issue);
  return {
    github,
    dir,
    settings,
    run,
    journal: crew.journal,
    answers: () => relay.answers,
    async start({ name = 'app', dies } = {}) {
      relay.add(async () => {
        const port = await crew.port(name);
        return port === undefined ? undefined : `http://127.0.0.1:${port}${WEBHOOKS_PATH}`;
      });
      await writeFile(join(dir, `${name}.json`), JSON.stringify(settings));
      return crew.enlist(name, dies);
    },
    async label() {
      const { number } = await github.as('maintainer').openIssue(REPO, play.issue);
      await github.as('maintainer').label(REPO, number, play.label);
      return number;
    },
    async until(issue, ...states) {
      let found: Run | undefined;
      await eventually(async () => {
        crew.check();
        found = await run(issue);
        if (!found || !states.includes(found.state)) return false;
        return !(found.wakeAt && found.wakeAt <= new Date()) && (await store.record.unheard(found.id)).length === 0;
      });
      return found as Run;
    },
    sql: async (query, values = []) => (await pool.query(query, values)).rows,
    async close() {
      await crew.dismiss();
      await pool.end();
      await relay.close();
      await github.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function populate(github: GitHub, play: Play, origin: string): Promise<{ id: number }> {
  github.createOrg('acme', ['maintainer', 'rosa', 'dana']);
  await github.createRepo({ owner: 'acme', name: 'durations', files: play.files });
  for (const login of ['maintainer', 'rosa', 'dana']) github.setPermission(REPO, login, 'write');
  const webhookUrl = `${origin}${WEBHOOKS_PATH}`;
  const app = { id: 4711, slug: 'ultraloop', webhookUrl, webhookSecret: SECRET, privateKey: KEY };
  github.install(github.createApp(app).app, REPO);
  return app;
}
