// 4. The engineer builds the slice in fresh context; what a person let pass goes on from where it was kept instead (R2, R5, R8).
import { renderEntry } from '../../brakes/implementation-log.ts';
import type { RalphIteration, SliceTask } from '../../brakes/ralph-course.ts';
import type { Change, Past } from '../../record.ts';
import { agentTurn, failureOfWork, wasStopped } from '../agent-turn.ts';
import { isWorkAnswer } from '../answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { counts, impossible } from '../execute.ts';
import { entryOf } from './answer.ts';
import { factsOf, present } from './begin.ts';
import { bundle } from './bundle.ts';

export const buildSlice: Stage = { name: 'execute', run };

async function run(cycle: Cycle): Promise<void> {
  const { task } = present(cycle);
  if (task.kind !== 'slice') return;
  if (task.approved && (await goOn(cycle, task.approved))) return;
  await build(cycle, task);
}

async function build(cycle: Cycle, task: SliceTask): Promise<void> {
  const { spec, past } = cycle;
  const { plan } = present(cycle);
  const log = (await cycle.tools.git.read(cycle.tree, plan.log)) ?? '';
  const brief = bundle({ spec, past, task, log });
  const turn = await agentTurn(cycle, { stage: 'execute', role: 'implementer', brief });
  const change = await keepLog(cycle, await cycle.tools.git.snapshot(cycle.from));
  const entry = entryOf(turn.value);
  const hadEffect = change.to !== cycle.tree || entry !== undefined || isWorkAnswer(turn.value);
  cycle.draft.change = change;
  cycle.tree = change.to;
  if (entry) factsOf(cycle).entry = renderEntry(task.slice, entry);
  const failure = failureOfWork(turn, hadEffect) ?? impossible(turn.value);
  const result = [failure?.message.split('\n')[0], wasStopped(turn), counts(change)].filter(Boolean).join('; ');
  row(cycle, { stage: 'execute', by: 'implementer', result, state: failure || wasStopped(turn) ? 'bad' : 'ok' });
  if (failure) throw failure;
}

/** The log is read-only to the agent (R8): its change is taken back, in the tree and in the worktree, and told. */
async function keepLog(cycle: Cycle, change: Change): Promise<Change> {
  const { plan } = present(cycle);
  const isLog = (path: string): boolean => path === plan.log || path.startsWith(`${plan.log}/`);
  const touched = change.files.filter(file => isLog(file.path));
  if (touched.length === 0) return change;
  const text = await cycle.tools.git.read(cycle.from, plan.log, LOG_CAP);
  const to = await cycle.tools.git.write(change.to, { path: plan.log, text });
  await cycle.tools.git.restore(to);
  cycle.draft.notes.push(`The agent changed \`${plan.log}\`, which only the app writes; the change was discarded.`);
  const sum = (key: 'added' | 'removed') => touched.reduce((total, file) => total + (file[key] ?? 0), 0);
  const files = change.files.filter(file => !isLog(file.path));
  return { ...change, to, files, added: change.added - sum('added'), removed: change.removed - sum('removed') };
}

/** A log is text people read; one of this size is none. */
export const LOG_CAP = 8 * 1024 * 1024;

/** False when the branch moved on meanwhile: then the kept work no longer fits, and the slice is built anew. */
async function goOn(cycle: Cycle, drifted: RalphIteration): Promise<boolean> {
  const { kept, entry } = drifted.ralph;
  const { change } = drifted;
  if (!kept || !change) return false;
  if (cycle.from !== change.from && cycle.from !== kept.tree) {
    cycle.draft.notes.push(
      `The branch moved on since iteration ${drifted.n}; its kept work no longer fits, so the slice is built anew.`,
    );
    return false;
  }
  // Keeping it again finds what is kept, and fetches it where this host has never seen it.
  await cycle.tools.git.stash(kept.tree, `drift-cycle-${drifted.n}`);
  await cycle.tools.git.restore(kept.tree);
  cycle.tree = kept.tree;
  cycle.draft.change = change;
  const facts = factsOf(cycle);
  facts.approved = drifted.n;
  if (entry !== undefined) facts.entry = entry;
  const result = `the work of iteration ${drifted.n} goes on: ${counts(change)}`;
  row(cycle, { stage: 'execute', by: `approved by ${approver(cycle.past)}`, result, state: 'ok' });
  return true;
}

function approver(past: Past): string {
  const word = past.findLast(entry => entry.kind === 'word' && entry.word === 'approve');
  return word?.kind === 'word' ? word.by : 'a person';
}
