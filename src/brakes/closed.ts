// Closing the issue or the pull request, or taking the label away, ends the run (K10).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { unanswered, wasCut } from './past.ts';

export function closed(_spec: Spec, past: Past): Exit | undefined {
  const word = unanswered(past, 'closed', 'unlabeled');
  if (word) {
    const did = word.word === 'closed' ? 'closed the issue or the pull request' : 'removed the label';
    return exit('CLOSED', `${word.by} ${did}.`);
  }
  return wasCut(past, 'closed', 'unlabeled')
    ? exit('CLOSED', 'The issue or the pull request was closed, or the label removed.')
    : undefined;
}
