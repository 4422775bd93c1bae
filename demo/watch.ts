// Tells the app's durable steps as stages a person knows.
import type { LoopName } from '../src/config/loop-name.ts';
import type { Iteration, Past } from '../src/record.ts';
import { STAGE_TITLES } from '../src/reports/stage-names.ts';
import type { JournalEntry } from './journal.ts';
import type { Colours } from './terminal/colours.ts';
import type { Live } from './terminal/live.ts';

/** Steps that are not here belong to the stage that runs. */
const STAGES: Record<string, string> = {
  greet: 'open: branch and draft pull request',
  'git.prepare': 'prepare',
  'git.verify': 'freeze',
  'git.publish': 'commit and push',
  'git.revert': 'take back',
  'git.stash': 'keep the change aside',
  report: 'report',
  release: 'closing report',
  pause: 'ask',
};
const TITLES: Record<string, string> = STAGE_TITLES;
/** What a turn of autoiter is for, by its first telling step; every other turn is an iteration. */
const TELLING = /^(agent\.|shell\.|report$)/;
const TURNS: Record<string, string> = {
  'agent.discover': 'Discovery',
  'shell.baseline trigger': 'Prepare',
  // Nothing was run and nobody asked: the run spec came with the repository.
  report: 'Run spec',
};

interface Watching {
  live: Live;
  colours: Colours;
  /** The record of a run, as long as it is now. */
  past(run: string): Promise<Past>;
  loop: LoopName;
}

export function watch({ live, colours, past, loop }: Watching): (step: JournalEntry) => void {
  const told = async (workflow: string): Promise<void> => {
    const last = (await past(workflow.split('/')[0] ?? '')).findLast(entry => entry.kind === 'iteration');
    if (last?.kind === 'iteration') live.line(`    ${colours.dim(inShort(last))}`);
  };
  let iteration = 0;
  let untitled = false;
  /** Autoiter has turns of other kinds too: there the title waits for the first step that tells which it is. */
  const title = (name: string): void => {
    if (name === 'begin') untitled = true;
    if (!untitled || !(loop === 'autoiter' ? TELLING : /^begin$/).test(name)) return;
    untitled = false;
    live.line(colours.bold(TURNS[name] ?? `Iteration ${++iteration}`));
  };
  return ({ phase, name, workflow }) => {
    if (phase === 'begin') {
      if (name === 'begin') live.end();
      title(name);
      const stage = stageOf(name, loop);
      if (stage && !untitled) live.begin(stage);
      return;
    }
    if (name === 'park') live.end();
    if (name === 'report') {
      live.end();
      void told(workflow).catch(() => undefined);
    }
  };
}

function stageOf(name: string, loop: LoopName): string | undefined {
  const [, tool, job = ''] = /^(agent|shell)\.(.*)$/.exec(name) ?? [];
  if (tool === 'agent') return (TITLES[job] ?? job).toLowerCase();
  if (tool === 'shell') return loop === 'ultraloop' ? 'contract tests' : `run ${job}`;
  return STAGES[name];
}

/** What came of an iteration, in one line: the last word of each stage. */
function inShort({ steps }: Iteration): string {
  return steps
    .filter(({ state, stage }, at) => state !== 'skipped' && !steps.slice(at + 1).some(later => later.stage === stage))
    .map(step => step.result.replaceAll('`', ''))
    .join(' · ');
}
