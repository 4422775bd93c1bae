// The run's files on the host and in the repository (K18). They are copies of the record: losing them costs a run nothing.
import type { Workshop } from '../board.ts';
import { iterNumber } from '../brakes/autoiter-past.ts';
import { Failure } from '../failures.ts';
import { loopNamed } from '../loops/index.ts';
import type { Exit, Iteration, Past } from '../record.ts';
import { withoutMarker } from '../reports/marker.ts';
import type { TurnDeps } from './deps.ts';
import { type Opened, reported } from './view.ts';

export async function writeFiles(workshop: Workshop, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await workshop.file(name, text);
}

interface AtExit {
  past: Past;
  exit: Exit;
  /** Text of status.md. */
  status: string;
}

/** The run's files as they are when it leaves, written and published. */
export async function filesAtExit(deps: TurnDeps, run: Opened, { past, exit, status }: AtExit): Promise<void> {
  const workshop = deps.workshop(run);
  const { reports } = loopNamed(run.spec.loop);
  const about = reported(run, past);
  await writeFiles(workshop, {
    ...reports.files?.(about, exit),
    'status.md': status,
    ...(exit.kind === 'end' && { 'ultraloop-report.md': `${withoutMarker(reports.closing(about, exit))}\n` }),
  });
  if (exit.kind === 'end') await workshop.remove('ultraloop-state.json');
  await publishFiles(deps, run);
}

/** To `refs/ultraloop/<run>`. A ruleset or a full disk must not keep a run from saying how it ended. */
async function publishFiles(deps: TurnDeps, run: Opened): Promise<void> {
  try {
    const files = await deps.workshop(run).publish();
    if (files) await deps.store.runs.place(run.id, { files });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    deps.log.warn({ err: error, run: run.id }, 'the run’s files were not published; they are in the data folder');
  }
}

/** The seed's folder of an iteration, `iter-2`; before the first one the phase's name. */
export function folderOf(past: Past, iteration: Iteration): string {
  const { autoiter } = iteration;
  if (autoiter === undefined) return `iter-${iteration.n}`;
  return autoiter.phase === 'iteration' ? `iter-${iterNumber(past, iteration)}` : autoiter.phase;
}
