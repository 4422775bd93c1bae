// `/abort` ends the run; a later `/continue` wakes it with what is there (K2).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { unanswered, wasCut } from './past.ts';

export function aborted(_spec: Spec, past: Past): Exit | undefined {
  const word = unanswered(past, 'abort');
  if (word) {
    const reason = oneLine(word.text);
    return exit('ABORTED', `${word.by} said /abort.`, reason === '' ? [] : [reason]);
  }
  return wasCut(past, 'abort') ? exit('ABORTED', 'The last iteration was cut short by /abort.') : undefined;
}
