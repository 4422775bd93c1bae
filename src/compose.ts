// Puts the app together: the only file that knows every adapter. What it builds is handed down, never looked up.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { hostAgents } from './agent-book.ts';
import { secretsInDiff } from './brakes/secrets-in-diff.ts';
import { tamperedTests } from './brakes/tampered-tests.ts';
import type { CommandDeps } from './commands/deps.ts';
import { handle } from './commands/handle.ts';
import { openDatabase } from './database/database.ts';
import type { TurnDeps } from './engine/deps.ts';
import { openDesk } from './engine/desk.ts';
import { openDoing } from './engine/doing.ts';
import { guarded } from './engine/guarded.ts';
import { launch } from './engine/launch.ts';
import { type Pump, startPump } from './engine/pump.ts';
import { reconcile } from './engine/reconcile.ts';
import { observeSteps, type StepObserver } from './engine/step.ts';
import { withStopSignal } from './engine/stop-signal.ts';
import { turn } from './engine/turn.ts';
import { setTurn, startTurn } from './engine/workflow.ts';
import { createBoard } from './github/board.ts';
import { createCatchUp } from './github/catch-up.ts';
import { createClient } from './github/client.ts';
import { commentOnce, findMarked, react } from './github/comments.ts';
import { gitTokens } from './github/git-tokens.ts';
import { mayWrite } from './github/people.ts';
import { runTokens } from './github/run-tokens.ts';
import { markerOf } from './reports/marker.ts';
import { finish, redact } from './reports/redact.ts';
import { secretPlaces } from './reports/secret-places.ts';
import type { Remote } from './runner/git.ts';
import { notify } from './runner/notify.ts';
import { sealer } from './runner/ours.ts';
import { killAllJobs } from './runner/process-tree.ts';
import { chooseSandbox } from './runner/sandbox/choose.ts';
import { type OutsidePlan, planOutside } from './runner/sandbox/plan-outside.ts';
import type { Sandbox } from './runner/sandbox/sandbox.ts';
import { type Opened, type Order, openShop } from './runner/shop.ts';
import type { Settings } from './settings.ts';
import type { Run } from './store/run-row.ts';
import { openStore } from './store/store.ts';
import { receiver } from './webhooks/receive.ts';

export interface App {
  client: ReturnType<typeof createClient>;
  store: ReturnType<typeof openStore>;
  /** Takes one delivery in: stores the command in it, if there is one. */
  receive: ReturnType<typeof receiver>;
  pump: Pump;
  /** Why it cannot work: the database does not answer, there is no sandbox. Undefined when it can. */
  hindrance(): Promise<string | undefined>;
  /** Stops at once and cleanly: what runs is killed and resumed at the next start. */
  close(): Promise<void>;
}
export interface Hooks {
  observe?: StepObserver;
  /** Called when another process took over this one's work: it must end. */
  lost(): void;
}

export async function compose(settings: Settings, log: Logger, hooks: Hooks): Promise<App> {
  const plan = planOutside({ ...settings, book: settings.agents }, process.env);
  const client = createClient({
    secrets: plan.keys,
    appId: settings.appId,
    privateKey: settings.privateKey,
    webhookSecret: settings.webhookSecret,
    pace: settings.pace,
    ...(settings.pauses && { pauses: settings.pauses }),
    log: log.child({ name: 'github' }),
    ...(settings.baseUrl !== undefined && { baseUrl: settings.baseUrl }),
  });
  const { dataDir: data, databaseUrl, sandbox: word = 'auto', sandboxRead: readable = [], setupHosts = [] } = settings;
  const [database, { sandbox }] = await Promise.all([
    openDatabase({ dataDir: data, databaseUrl, log }),
    chooseSandbox({ word, data, readable, gate: plan.gate || setupHosts.length > 0, quota: settings.quota }),
  ]);
  const { why } = sandbox;
  if (why !== undefined) log.error({ why }, 'no sandbox: every run is refused until there is one');
  observeSteps(hooks.observe);
  let pump: Pump | undefined;
  const poke = (): void => pump?.poke();
  const engine = await launch(database.url, {
    log,
    lost: hooks.lost,
    stopWork: killAllJobs,
    ...(settings.leaseMs !== undefined && { leaseMs: settings.leaseMs }),
    build(pool) {
      const store = openStore(pool);
      const deps = turnDeps({ settings, client, store, log, sandbox, plan });
      setTurn((id, n) => guarded(deps, { id, turn: n }, () => turn(deps, id, n)).finally(poke));
      return deps;
    },
  });
  const { store, workshop } = engine.built;
  const commands = commandDeps({ client, store, clear: run => workshop(run).clear(), perDay: settings.perDay });
  const bot = `${await slugOf(client)}[bot]`;
  const receive = receiver({ store, bot, server: client.server, log, poke });
  pump = startPump({
    store,
    executor: engine.executor,
    limits: settings.limits,
    log,
    startTurn: run => startTurn(run.id, run.turn),
    handle: command => handle(commands, command),
  });
  const catchUp = createCatchUp(client);
  const catchingUp = reconcile({ store, catchUp, receive, bot, server: client.server, poke, log });
  return {
    client,
    store,
    receive,
    pump,
    hindrance: () =>
      engine.pool.query('select 1').then(
        () => why && `no sandbox: ${why}`,
        () => 'the database does not answer',
      ),
    async close() {
      catchingUp.stop();
      await pump?.stop();
      await engine.close();
      await database.close();
    },
  };
}

async function slugOf(client: ReturnType<typeof createClient>): Promise<string> {
  const { data } = await (await client.app()).rest.apps.getAuthenticated();
  return data?.slug ?? 'ultraloop';
}

interface Parts {
  settings: Settings;
  client: ReturnType<typeof createClient>;
  store: ReturnType<typeof openStore>;
  log: Logger;
}

interface Agents {
  sandbox: Sandbox;
  plan: OutsidePlan;
}

function turnDeps({ settings, client, store, log, sandbox, plan }: Parts & Agents): TurnDeps {
  const board = createBoard({ client, store });
  const doing = openDoing();
  const tokens = gitTokens(client);
  const shop = openShop({
    data: settings.dataDir,
    sandbox,
    book: settings.agents,
    outside: plan,
    setupHosts: settings.setupHosts,
    clean: text => redact(text, client.secrets),
    eyes: {
      secrets: files => secretsInDiff(files, text => secretPlaces(text, client.secrets)),
      tests: tamperedTests,
    },
    seal: sealer(settings.privateKey),
    author: { name: 'ultraloop[bot]', email: 'ultraloop[bot]@users.noreply.github.com' },
    guard: (run, work) => withStopSignal(store, run, work),
    onOutput: (run, job, chunk) => log.debug({ run, stage: job.stage, bytes: chunk.length }, 'agent output'),
    onActivity(run, { stage, role }, activity) {
      doing.note(run, activity);
      log.debug({ run, stage, role, ...activity, title: redact(activity.title, client.secrets) }, 'agent activity');
    },
  });
  const deps: TurnDeps = {
    store,
    board,
    log,
    settings: {
      sandbox: sandbox.name,
      agents: hostAgents(settings.agents, plan),
      setupHosts: sandbox.name === 'none' ? undefined : (settings.setupHosts ?? []),
    },
    async notify(run, { event, text, facts }) {
      const say = (words: string) => redact(words, client.secrets);
      const statusFile = join(settings.dataDir, 'runs', run.id, 'status.md');
      const wrong = await notify(settings.notify ?? {}, { event, run: run.id, statusFile, text: say(text), facts });
      for (const why of wrong) log.warn({ run: run.id, event, why }, 'a notification was not delivered');
    },
    workshop: run => shop.workshop(orderOf({ client, store, tokens }, run)),
    tools: async run => shop.tools(orderOf({ client, store, tokens }, run) as Opened),
    desk: (run, past) => openDesk(deps, run, past),
    doing,
  };
  return deps;
}

/** The address follows from the repository's name as it is now, whatever a delivery said (SEC-40). */
function orderOf(by: Parameters<typeof runTokens>[0], run: Run): Order {
  const { repoId, request, spec } = run;
  const remote: Remote = { url: `${by.client.server}/${run.owner}/${run.repo}.git`, ...runTokens(by, run) };
  return {
    ...{ run: run.id, repoId, defaultBranch: request.defaultBranch, remote },
    ...(spec && { base: spec.base, branch: spec.branch, sandbox: spec.sandbox, allowed: spec.guarded?.allowed ?? [] }),
    ...(spec?.agents && { agents: spec.agents }),
  };
}

function commandDeps({
  client,
  store,
  clear,
  perDay,
}: Pick<Parts, 'client' | 'store'> & Pick<CommandDeps, 'clear' | 'perDay'>): CommandDeps {
  return {
    store,
    perDay,
    clear,
    mayWrite: (place, login) => mayWrite(client, place, login),
    react: (place, content) => react(client, place, content),
    posted: async (place, marker) => findMarked(await client.of(place.installation), place, marker),
    async answer(place, markdown) {
      const marker = markerOf(markdown);
      await commentOnce({ client, store }, place, { key: marker, marker, body: finish(markdown, client.secrets) });
    },
  };
}
