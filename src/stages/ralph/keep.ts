// The iteration's end: a verified slice is committed together with its log entry (R8), one that fails as it is, one that drifted is
// kept aside until a person has looked.
import { putEntry, renderEntry } from '../../brakes/implementation-log.ts';
import type { SliceTask } from '../../brakes/ralph-course.ts';
import type { FileChange } from '../../record.ts';
import type { Slice } from '../../spec.ts';
import type { Cycle } from '../cycle.ts';
import { publish } from '../publish.ts';
import { factsOf, present } from './begin.ts';
import { LOG_CAP } from './build-slice.ts';

export async function keep(cycle: Cycle): Promise<void> {
  const { task } = present(cycle);
  const { drift, done } = factsOf(cycle);
  if (drift) return setAside(cycle);
  if (task.kind === 'slice' && done) await writeLog(cycle, task);
  await publish(cycle);
}

/**
 * On a side branch and not on the run's own: nobody has let it pass, the next attempt must not begin on top of it, and a branch is
 * never rewound. `/approve` brings exactly this tree back.
 */
async function setAside(cycle: Cycle): Promise<void> {
  const facts = factsOf(cycle);
  const { slice, drift } = facts;
  const reason = `${drift?.kind}-drift-${slice?.id}-cycle-${cycle.draft.n}`;
  facts.kept = { tree: cycle.tree, ...(await cycle.tools.git.stash(cycle.tree, reason)) };
  cycle.draft.notes.push(`What drifted is kept on \`${facts.kept.branch}\`; the branch stays as it was.`);
}

/** The checks ran on the tree without the entry; nothing else is added to it. */
async function writeLog(cycle: Cycle, { slice, pass }: SliceTask): Promise<void> {
  const { plan } = present(cycle);
  const { git } = cycle.tools;
  const files = cycle.draft.change?.files ?? [];
  if (pass === 'outer' && files.length === 0) return; // it was not at fault: its entry still holds
  const entry = factsOf(cycle).entry ?? bareEntry(slice, files);
  const before = await git.read(cycle.tree, plan.log, LOG_CAP);
  const text = putEntry(before ?? '', slice, entry);
  if (text === before) return;
  cycle.tree = await git.write(cycle.tree, { path: plan.log, text });
  const lines = (of: string): number => of.split('\n').length - 1;
  const added = Math.max(0, lines(text) - lines(before ?? ''));
  const file: FileChange = {
    path: plan.log,
    status: before === undefined ? 'A' : 'M',
    added,
    removed: 0,
    mode: '100644',
  };
  const { change } = cycle.draft;
  if (change)
    cycle.draft.change = { ...change, to: cycle.tree, files: [...change.files, file], added: change.added + added };
}

/** Where the agent gave none and a person let it pass: what we know ourselves. */
function bareEntry(slice: Slice, files: readonly FileChange[]): string {
  const paths = files.map(file => file.path);
  return renderEntry(slice, { files: paths, endpoints: [], tables: [], tests: '', layers: slice.layers });
}
