// A whole world in one process: the simulator, its judge, a repository, and the app on a real database.
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandBook } from '../../src/agent-book.ts';
import { type App, compose } from '../../src/compose.ts';
import type { StepObserver } from '../../src/engine/step.ts';
import { createLog } from '../../src/log.ts';
import { packageRoot } from '../../src/package-root.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import type { Settings } from '../../src/settings.ts';
import type { Run } from '../../src/store/run-row.ts';
import { WEBHOOKS_PATH } from '../../src/web/path.ts';
import { type Listening, serve } from '../../src/web/server.ts';
import type { Script } from '../agents/scripted.ts';
import { type Contract, createContract } from '../contract/contract.ts';
import { type Exchange, type GitHub, startGitHub } from '../github/index.ts';
import { KEY } from './key.ts';
import { pauses } from './pauses.ts';
import { HONEST, SAMPLE_FILES, SAMPLE_ISSUE } from './sample.ts';
import { withoutWalls } from './walls.ts';

export const REPO = 'acme/durations';
const SECRET = 'a-webhook-secret-of-the-tests-0123456789';

export interface World {
  github: GitHub;
  contract: Contract;
  app: App;
  dir: string;
  settings: Settings;
  /** Replaces what the scripted agent does. */
  script(script: Script): Promise<void>;
  /** Opens the sample issue and labels it as the maintainer. Answers its number. */
  label(issue?: { title: string; body: string }): Promise<number>;
  /** The newest run of an issue. */
  run(issue: number): Promise<Run | undefined>;
  /** Waits until the run is in one of the states and nothing is due. */
  until(issue: number, ...states: Run['state'][]): Promise<Run>;
  /** Lets time pass for a waiting run. */
  passTime(issue: number): Promise<void>;
  restart(observe?: StepObserver): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  files?: Record<string, string>;
  script?: Script;
  databaseUrl: string;
  settings?: Partial<Settings>;
  observe?: StepObserver;
  agent?: string;
  /** Told of every exchange with the simulator, beside its judge. */
  onExchange?: (exchange: Exchange) => void;
  /** Told of every line of the app's log. */
  log?: (line: string) => void;
}

export async function openWorld(options: WorldOptions): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-world-'));
  await openToAgents(dir);
  const contract = createContract();
  const github = await startGitHub({
    dir: join(dir, 'github'),
    onExchange(exchange) {
      contract.onExchange(exchange);
      options.onExchange?.(exchange);
    },
    onDelivery: contract.onDelivery,
  });
  github.createOrg('acme', ['maintainer', 'rosa', 'dana']);
  await github.createRepo({ owner: 'acme', name: 'durations', files: options.files ?? SAMPLE_FILES });
  for (const login of ['maintainer', 'rosa', 'dana']) github.setPermission(REPO, login, 'write');
  github.createUser('stranger');
  const { app: registered } = github.createApp({
    id: 4711,
    slug: 'ultraloop',
    // Where it listens is known when it does.
    webhookUrl: `http://127.0.0.1:1${WEBHOOKS_PATH}`,
    webhookSecret: SECRET,
    privateKey: KEY,
  });
  github.install(registered, REPO);
  const scriptFile = join(dir, 'script.json');
  // A name that needs no package.json beside it to be a module: the agent sees what its command line names.
  const scripted = join(dir, 'scripted.mjs');
  await copyFile(join(packageRoot(), 'dist/test/agents/scripted.js'), scripted);
  const writeScript = (script: Script) => writeFile(scriptFile, JSON.stringify(script));
  await writeScript(options.script ?? HONEST);
  const data = join(dir, 'data');
  await mkdir(data);
  const settings: Settings = {
    appId: registered.id,
    privateKey: KEY,
    webhookSecret: SECRET,
    agents: commandBook(options.agent ?? `${process.execPath} ${scripted} ${scriptFile} {promptFile}`),
    sandbox: (await withoutWalls()) === undefined ? 'bubblewrap' : 'unsafe-none',
    limits: { host: 4, repository: 4 },
    pace: false,
    databaseUrl: options.databaseUrl,
    baseUrl: github.apiUrl,
    dataDir: data,
    host: '127.0.0.1',
    port: 0,
    logLevel: process.env.LOG_LEVEL ?? 'silent',
    ...options.settings,
  };
  const begin = async (observe?: StepObserver) => {
    settings.port = 0;
    const begun = await up(settings, { ...options, observe });
    settings.port = begun.port;
    registered.webhookUrl = `http://127.0.0.1:${begun.port}${WEBHOOKS_PATH}`;
    return begun;
  };
  let live = await begin(options.observe);
  const run = async (issue: number) => live.app.store.runs.latest(github.repo(REPO).id, issue);
  return {
    github,
    contract,
    get app() {
      return live.app;
    },
    dir,
    settings,
    script: writeScript,
    async label(issue = SAMPLE_ISSUE) {
      const { number } = await github.as('maintainer').openIssue(REPO, issue);
      await github.as('maintainer').label(REPO, number, 'ultraloop');
      return number;
    },
    run,
    async until(issue, ...states) {
      for (const pause = pauses(); ; await pause()) {
        const now = await run(issue);
        if (now && states.includes(now.state) && !(await isDue(live.app, now))) return now;
      }
    },
    async passTime(issue) {
      const now = await run(issue);
      if (!now?.wakeAt) throw new Error(`issue ${issue} has no waiting run`);
      await live.app.store.runs.wakeNow(now.id);
      live.app.pump.poke();
    },
    async restart(observe) {
      await live.down();
      live = await begin(observe);
    },
    async close() {
      await github.idle();
      await live.down();
      await github.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function isDue(app: App, run: Run): Promise<boolean> {
  if (run.wakeAt && run.wakeAt <= new Date()) return true;
  return (await app.store.record.unheard(run.id)).length > 0;
}

async function up(
  settings: Settings,
  { observe, log: write }: { [key in 'observe' | 'log']?: WorldOptions[key] | undefined },
) {
  const log = createLog(settings.logLevel, write && { write });
  const app = await compose(settings, log, { lost: () => undefined, ...(observe && { observe }) });
  const listening: Listening = await serve(app, settings);
  return {
    app,
    port: listening.port,
    async down() {
      await listening.close();
      await app.close();
    },
  };
}
