// A person's ordinary comment parks the run until `/continue`: it is pinned into the next iteration (K10, U12).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { unanswered, wasCut } from './past.ts';

/**
 * Only `/continue` answers a comment. An iteration does not: one that stands after the comment was already running when the
 * comment came, since a run with an open comment is not turned.
 */
export function interrupted(_spec: Spec, past: Past): Exit | undefined {
  const word = unanswered(past, 'comment');
  if (word) return exit('INTERRUPT', `${word.by} commented while the run was open.`, [oneLine(word.text)]);
  return wasCut(past, 'comment')
    ? exit('INTERRUPT', 'The last iteration was cut short by a person’s comment.')
    : undefined;
}
