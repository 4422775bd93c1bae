// What the people of a scenario can see and do, on a running app.
import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run, RunState } from '../src/store/run-row.ts';
import type { Store } from '../src/store/store.ts';
import type { Exchange } from '../test/github/index.ts';
import type { AppProcess } from './app-process.ts';
import type { JournalEntry } from './journal.ts';
import type { Stage } from './scenario.ts';
import type { Setting } from './setting.ts';

const LOOK_EVERY_MS = 50;
const AT_REST: ReadonlySet<RunState> = new Set(['needs-human', 'done', 'stopped']);

export interface Playing {
  setting: Setting;
  app: AppProcess;
  store: Store;
  issue: number;
  /** Ends every wait. */
  signal: AbortSignal;
  /** The app's steps, as they begin and end. */
  steps: EventEmitter<{ step: [JournalEntry] }>;
  /** Shown to whoever watches. */
  tell(sign: string, words: string): void;
}

export function openStage({ setting, app, store, issue, signal, steps, tell }: Playing): Stage {
  const { github, repo } = setting;
  /** A wait ends when the app dies unasked or the demo is ended. Begun early and awaited late, it must not count as unhandled. */
  const wait = <T>(what: Promise<T>): Promise<T> => {
    const either = Promise.race([what, app.died, ended(signal)]);
    either.catch(() => undefined);
    return either;
  };
  const latest = () => store.runs.latest(github.repo(repo).id, issue);
  const pull = async (): Promise<number> => (await latest())?.places.pull ?? issue;
  return {
    async say(words) {
      tell('●', `maintainer: ${words}`);
      await github.as('maintainer').comment(repo, await pull(), words);
    },
    async push(login, files, message) {
      const branch = (await latest())?.spec?.branch ?? '';
      tell('●', `${login} pushes to ${branch}: ${message}`);
      await github.as(login).pushFiles(repo, branch, files, message);
    },
    until: (...states) => wait(settled({ store, latest, signal }, ({ state }) => states.includes(state))),
    rest: () => wait(settled({ store, latest, signal }, atRest)),
    begun: name => wait(stepBegun(steps, name)),
    commented: () => wait(new Promise(resolve => setting.onExchange(e => isComment(e) && resolve()))),
    pause: ms => sleep(ms, undefined, { signal }),
    async crash() {
      await app.kill();
      tell('✘', 'the app was killed (SIGKILL)');
    },
    async revive() {
      tell('▶', 'the app is started again');
      await app.start();
    },
  };
}

function stepBegun(steps: Playing['steps'], name: string): Promise<JournalEntry> {
  return new Promise(resolve => {
    const look = (step: JournalEntry): void => {
      if (step.phase !== 'begin' || step.name !== name) return;
      steps.off('step', look);
      resolve(step);
    };
    steps.on('step', look);
  });
}

/** The app comments in one GraphQL request, together with the labels. */
function isComment({ url, requestBody }: Exchange): boolean {
  const { query = '' } = (requestBody ?? {}) as { query?: string };
  return url === '/graphql' && query.includes('addComment');
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

interface Looking {
  store: Store;
  latest(): Promise<Run | undefined>;
  signal: AbortSignal;
}

async function settled({ store, latest, signal }: Looking, there: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await latest();
    if (run && there(run) && !(await isDue(store, run))) return run;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Without a clock a run only passes through `waiting`, on its way to the next iteration. */
function atRest({ state, spec }: Run): boolean {
  return AT_REST.has(state) || (state === 'waiting' && spec?.auto_continue_minutes !== 0);
}

async function isDue(store: Store, run: Run): Promise<boolean> {
  if (run.wakeAt && run.wakeAt <= new Date()) return true;
  return (await store.record.unheard(run.id)).length > 0;
}
