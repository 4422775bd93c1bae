// Tells the app's durable steps as stages a person knows.
import type { Iteration, Past } from '../src/record.ts';
import type { JournalEntry } from './journal.ts';
import type { Colours } from './terminal/colours.ts';
import type { Live } from './terminal/live.ts';

/** Steps that are not here belong to the stage that runs. */
const STAGES: Record<string, string> = {
  greet: 'open: branch and draft pull request',
  'git.prepare': 'prepare',
  'agent.execute': 'execute',
  'agent.review': 'review',
  'agent.improve': 'improve',
  'git.verify': 'freeze',
  'git.publish': 'commit and push',
  'git.stash': 'keep the change aside',
  report: 'report',
  release: 'closing report',
  pause: 'ask',
};

interface Watching {
  live: Live;
  colours: Colours;
  /** The record of a run, as long as it is now. */
  past(run: string): Promise<Past>;
}

export function watch({ live, colours, past }: Watching): (step: JournalEntry) => void {
  const told = async (workflow: string): Promise<void> => {
    const last = (await past(workflow.split('/')[0] ?? '')).findLast(entry => entry.kind === 'iteration');
    if (last?.kind === 'iteration') live.line(`    ${colours.dim(inShort(last))}`);
  };
  let iteration = 0;
  return ({ phase, name, workflow }) => {
    if (phase === 'begin') {
      if (name === 'begin') live.line(colours.bold(`Iteration ${++iteration}`));
      const stage = name.startsWith('shell.') ? 'contract tests' : STAGES[name];
      if (stage) live.begin(stage);
      return;
    }
    if (name === 'park') live.end();
    if (name === 'report') {
      live.end();
      void told(workflow).catch(() => undefined);
    }
  };
}

/** What came of an iteration, in one line. */
function inShort({ steps }: Iteration): string {
  return steps
    .filter(step => step.state !== 'skipped')
    .map(step => step.result.replaceAll('`', ''))
    .join(' · ');
}
