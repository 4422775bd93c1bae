// The end or the parking of a run: release or keep the issue, ask people, say why, and be quiet until somebody answers.
import type { Asked } from '../board.ts';
import { reachedGoal } from '../brakes/exit.ts';
import { loopNamed } from '../loops/index.ts';
import type { Exit, Past } from '../record.ts';
import { acknowledgement } from '../reports/acknowledgement.ts';
import { checkRun } from '../reports/check-run.ts';
import { escalation } from '../reports/escalation.ts';
import { withoutMarker } from '../reports/marker.ts';
import { notification } from '../reports/notification.ts';
import { statusSection } from '../reports/status.ts';
import { statusFile } from '../reports/status-file.ts';
import type { RunState } from '../store/run-row.ts';
import type { TurnDeps } from './deps.ts';
import { filesAtExit } from './run-files.ts';
import { step } from './step.ts';
import { type Opened, reported, statusView } from './view.ts';

export interface Leaving {
  id: string;
  turn: number;
  past: Past;
  exit: Exit;
}

const NOBODY: Asked = { users: [], teams: [], because: '' };

export async function leave(deps: TurnDeps, leaving: Leaving): Promise<void> {
  const { store } = deps;
  const { id, turn, exit } = leaving;
  const state = stateAfter(exit);
  // The claim first: whatever fails below, the issue is free, and the turn comes back to say the rest.
  if (exit.kind === 'end') await step('release', () => store.runs.end(id, exit));
  else await step('pause', () => store.runs.pause(id, exit));
  if (exit.code === 'NOT_READY') await step('mark', () => mark(deps, leaving));
  // Where the app may not write any more there is nobody to tell but the operator.
  else if (exit.code === 'ACCESS_LOST' || isShutOut(leaving)) await step('notify', () => tell(deps, leaving));
  else await say(deps, leaving);
  await step('park', () => store.runs.park(id, turn, { state }));
}

/** The last try to say it was refused for good: saying it again and again would help nobody (SEC-13, SEC-73). */
function isShutOut({ past }: Leaving): boolean {
  const last = past.at(-1);
  return last?.kind === 'fault' && last.failure.code === 'access-lost';
}

async function say(deps: TurnDeps, leaving: Leaving): Promise<void> {
  const { board } = deps;
  const { exit } = leaving;
  const finished = reachedGoal(exit);
  if (finished) await step('ready', async () => board.ready(await opened(deps, leaving.id)));
  const asked = exit.asks || finished ? await step('ask', () => ask(deps, leaving)) : NOBODY;
  await step('files', () => files(deps, leaving));
  await step('close', () => close(deps, leaving, asked));
  await step('conclude', () => conclude(deps, leaving));
  await step('notify', () => tell(deps, leaving));
}

/** Who should look: the owners of the files an exit is about; otherwise those configured, or those whose files were touched. */
async function ask(deps: TurnDeps, { id, past, exit }: Leaving): Promise<Asked> {
  const run = await opened(deps, id);
  const touched = past.flatMap(entry => (entry.kind === 'iteration' ? (entry.change?.files ?? []) : []));
  return deps.board.ask(run, {
    ...run.spec.reviewers,
    files: exit.files ?? [],
    touched: [...new Set(touched.map(file => file.path))],
  });
}

/** The label, the status, and one comment: the seed's closing report at an end, the question when a person is needed. */
async function close(deps: TurnDeps, leaving: Leaving, asked: Asked): Promise<void> {
  const { id, past, exit } = leaving;
  const run = await opened(deps, id);
  const about = reported(run, past);
  const question = {
    logins: [...asked.users, ...asked.teams.map(team => `${run.owner}/${team}`)],
    because: asked.because,
  };
  const { reports } = loopNamed(run.spec.loop);
  const asking = escalation(about, exit, question);
  const both = (): string => `${withoutMarker(asking)}\n\n---\n\n${reports.closing(about, exit)}`;
  const parks = exit.kind === 'park';
  const closes = !parks || reports.closesParked === true;
  const body = !closes ? asking : parks || exit.asks ? both() : reports.closing(about, exit);
  await deps.board.transition(run, {
    label: LABELS[stateAfter(exit)],
    status: statusSection(viewOf(run, leaving)),
    // The run spec was just posted, with the words to answer it.
    ...(exit.code !== 'SPEC_WAITING' && { comment: { body } }),
  });
  if (exit.code === 'INTERRUPT') await answerOnIssue(deps, run, past);
  if (exit.code === 'CLOSED') await deps.workshop(run).clear();
}

/** Published before the closing report links them (K18). */
async function files(deps: TurnDeps, leaving: Leaving): Promise<void> {
  const run = await opened(deps, leaving.id);
  await filesAtExit(deps, run, { ...leaving, status: statusFile(viewOf(run, leaving)) });
}

async function tell(deps: TurnDeps, leaving: Leaving): Promise<void> {
  const { id, past, exit } = leaving;
  if (exit.code === 'ACCESS_LOST' || isShutOut(leaving))
    deps.log.error({ run: id, exit: exit.code, why: exit.why }, 'access lost: nothing can be said on GitHub');
  const run = await deps.store.runs.find(id);
  if (!run?.spec) return; // it never began
  const about = { ...run, spec: run.spec };
  await deps.notify(about, notification(reported(about, past), exit, stateAfter(exit)));
}

/** Somebody who spoke on the issue is answered there too (K10). */
async function answerOnIssue(deps: TurnDeps, run: Opened, past: Past): Promise<void> {
  const word = past.findLast(entry => entry.kind === 'word' && entry.word === 'comment');
  if (word?.kind !== 'word' || !word.url?.includes(`/issues/${run.issue}#`)) return;
  await deps.board.note(run, 'issue', { body: acknowledgement(reported(run, past), word, false) });
}

async function conclude(deps: TurnDeps, leaving: Leaving): Promise<void> {
  const run = await opened(deps, leaving.id);
  const { title, summary, conclusion } = checkRun(viewOf(run, leaving));
  const { head } = run.progress;
  if (head) await deps.board.check(run, { head, title, summary, ...(conclusion && { conclusion }) });
}

/** A run that never began has only the issue to show its state on. */
async function mark(deps: TurnDeps, { id }: Leaving): Promise<void> {
  const run = await deps.store.runs.find(id);
  if (run) await deps.board.transition(run, { label: 'loop/needs-human' });
}

function viewOf(run: Opened, { past, exit }: Leaving) {
  const now = new Date().toISOString();
  return statusView(run, past, { state: stateAfter(exit), now, next: { kind: 'exit', exit } });
}

const LABELS: Record<RunState, string> = {
  queued: 'loop/running',
  running: 'loop/running',
  waiting: 'loop/waiting',
  'needs-human': 'loop/needs-human',
  done: 'loop/done',
  stopped: 'loop/stopped',
};

function stateAfter(exit: Exit): 'done' | 'stopped' | 'needs-human' {
  if (reachedGoal(exit)) return 'done';
  return exit.asks || exit.kind === 'park' ? 'needs-human' : 'stopped';
}

async function opened(deps: TurnDeps, id: string): Promise<Opened> {
  const run = await deps.store.runs.find(id);
  if (!run?.spec) throw new Error(`run ${id} is not open`);
  return { ...run, spec: run.spec };
}
