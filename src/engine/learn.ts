// Keeps what people's words taught, for later runs of the repository (A9). A step only when there is something to keep.
import { lessonsLearned } from '../brakes/lessons-learned.ts';
import type { Loop } from '../loops/loop.ts';
import type { Past } from '../record.ts';
import type { TurnDeps } from './deps.ts';
import { step } from './step.ts';
import type { Opened } from './view.ts';

/** `from` = the first entry that no earlier turn looked at. */
export async function learn(
  { store }: Pick<TurnDeps, 'store'>,
  { run, loop, past }: { run: Opened; loop: Loop; past: Past },
  from: number,
): Promise<void> {
  const learned = lessonsLearned(loop.stop, { spec: run.spec, past }, from);
  if (learned.length === 0) return;
  await step('learn', async () => {
    for (const { id, lesson } of learned) await store.lessons.keep(id, run.repoId, lesson);
  });
}
