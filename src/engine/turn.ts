// One durable turn, the same for every loop and the only place a run ends:
// hear what people said, stop? else one iteration, save, report; then the next turn now, later, or never.
import { reachedGoal } from '../brakes/exit.ts';
import { waitsForModel, waitsInARow } from '../brakes/model-wait.ts';
import { isWait } from '../brakes/past.ts';
import { loopNamed } from '../loops/index.ts';
import type { Loop } from '../loops/loop.ts';
import { dueAt, stateOf } from '../loops/state.ts';
import type { Exit, Past } from '../record.ts';
import { checkRun } from '../reports/check-run.ts';
import { withoutMarker } from '../reports/marker.ts';
import type { Next } from '../reports/next.ts';
import { statusSection } from '../reports/status.ts';
import type { TurnDeps } from './deps.ts';
import { durable } from './durable.ts';
import { learn } from './learn.ts';
import { leave } from './leave.ts';
import { hindered, open } from './open.ts';
import { folderOf, writeFiles } from './run-files.ts';
import { step } from './step.ts';
import { type Opened, reported, statusView } from './view.ts';

export async function turn(deps: TurnDeps, id: string, n: number): Promise<void> {
  const { store } = deps;
  const heard = await step('hear', async () => {
    const upto = await store.record.hear(id, n);
    const run = await store.runs.find(id);
    const opened = run?.places.pull !== undefined;
    return { upto, planned: run?.spec !== undefined, opened, ended: run?.endedAt !== undefined };
  });
  const past = await store.record.past(id, heard.upto);
  if (!heard.opened) {
    const refused = await begun(deps, { id, past, planned: heard.planned });
    if (refused) return leave(deps, { id, turn: n, past, exit: refused });
  }
  const run = await opened(deps, id);
  const loop = loopNamed(run.spec.loop);
  await learn(deps, { run, loop, past }, past.findLastIndex(entry => entry.kind === 'iteration') + 1);
  const exit = loop.stop(run.spec, past);
  if (exit) return leave(deps, { id, turn: n, past, exit });
  if (heard.ended && !(await step('reopen', () => store.runs.reopen(id)))) return stayEnded(deps, id, n);
  return iterate(deps, loop, { id, turn: n, past });
}

/** A run that is not open yet may have failed at it before: then the brakes are asked first. */
async function begun(
  deps: TurnDeps,
  { id, past, planned }: { id: string; past: Past; planned: boolean },
): Promise<Exit | undefined> {
  if (!planned) {
    const run = await load(deps, id);
    return (await hindered(deps, run, past)) ?? open(deps, run);
  }
  const run = await opened(deps, id);
  return loopNamed(run.spec.loop).stop(run.spec, past) ?? open(deps, run, run.spec);
}

async function iterate(deps: TurnDeps, loop: Loop, at: { id: string; turn: number; past: Past }): Promise<void> {
  const { store, board } = deps;
  const { id, turn: n } = at;
  const run = await opened(deps, id);
  const desk = deps.desk(run, at.past);
  await step('begin', () => begin(deps, run, at.past));
  const tools = durable({ ...(await deps.tools(run, n)), desk });
  const iteration = await loop.cycle(run.spec, tools, at.past);
  const upto = await step('save', () => store.record.append(id, n, iteration));
  const past = await store.record.past(id, upto);
  await learn(deps, { run, loop, past }, at.past.length);
  const exit = loop.stop(run.spec, past);
  const ended = await step('show-push', () => showPush(deps, id, iteration.commit, iteration.endedAt));
  await desk.close();
  const report = step('report', async () => {
    const now = await opened(deps, id);
    const next = nextOf(now, past, { exit, now: ended });
    const comment = { body: loop.reports.iteration(reported(now, past), iteration, next) };
    await writeFiles(deps.workshop(now), {
      ...loop.reports.files?.(reported(now, past)),
      [`${folderOf(past, iteration)}/report.md`]: `${withoutMarker(comment.body)}\n`,
    });
    // What an exit means for label and status is said when the run leaves; a run that goes on at once stays as it is.
    if (next.kind !== 'clock') return board.transition(now, { comment });
    const status = statusSection(statusView(now, past, { state: 'waiting', now: ended, next }));
    // Of a model that is still away the status tells the next try; the same comment again and again would tell nothing.
    const isNews = !isWait(iteration) || waitsInARow(past).length < 2;
    return board.transition(now, { ...(isNews && { comment }), status, label: 'loop/waiting' });
  });
  if (exit) return report.then(() => leave(deps, { id, turn: n, past, exit }));
  await both(
    report,
    step('check', () => showCheck(deps, id, { past, now: ended })),
  );
  await step('park', () => store.runs.park(id, n, { state: 'waiting', wakeAt: dueAt(run.spec, past) ?? ended }));
}

/** Both are over before the error of either is thrown: a turn that failed leaves nothing running behind it. */
async function both(...work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}

/** Labels and status say that the iteration runs; the seed's state file is there while it does (U4). */
async function begin(deps: TurnDeps, run: Opened, past: Past): Promise<void> {
  const now = new Date().toISOString();
  await deps.workshop(run).file('ultraloop-state.json', `${JSON.stringify(stateOf(run.spec, past, now), null, 2)}\n`);
  const view = statusView(run, past, { state: 'running', now, stage: 'execute' });
  await deps.board.transition(run, { label: 'loop/running', status: statusSection(view) });
}

async function showPush(deps: TurnDeps, id: string, commit: string | undefined, at: string): Promise<string> {
  if (commit) await deps.store.runs.show(id, { head: commit, pushedAt: at });
  return new Date().toISOString();
}

async function showCheck(deps: TurnDeps, id: string, { past, now }: { past: Past; now: string }): Promise<void> {
  const run = await opened(deps, id);
  const view = statusView(run, past, { state: 'waiting', now, next: nextOf(run, past, { now }) });
  const { title, summary } = checkRun(view);
  if (run.progress.head) await deps.board.check(run, { head: run.progress.head, title, summary });
}

function nextOf(run: Opened, past: Past, { exit, now }: { exit?: Exit | undefined; now: string }): Next {
  if (exit) return { kind: 'exit', exit };
  const at = dueAt(run.spec, past);
  return at === undefined ? { kind: 'now' } : { kind: 'clock', at, now, model: waitsForModel(past) };
}

/** Woken after its end, but another run holds the issue now. */
async function stayEnded(deps: TurnDeps, id: string, n: number): Promise<void> {
  await step('stay-ended', async () => {
    const run = await load(deps, id);
    await deps.store.runs.park(id, n, { state: run.exit && reachedGoal(run.exit) ? 'done' : 'stopped' });
  });
}

async function load(deps: TurnDeps, id: string) {
  const run = await deps.store.runs.find(id);
  if (!run) throw new Error(`there is no run ${id}`);
  return run;
}

async function opened(deps: TurnDeps, id: string): Promise<Opened> {
  const run = await load(deps, id);
  if (!run.spec) throw new Error(`run ${id} has no spec`);
  return { ...run, spec: run.spec };
}
