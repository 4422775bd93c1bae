// `/finish` keeps and verifies what is there and ends the run (K2).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { unanswered, wasCut } from './past.ts';

/** Asked between iterations, so the iteration `/finish` cut has already kept and checked its work. */
export function finished(_spec: Spec, past: Past): Exit | undefined {
  const word = unanswered(past, 'finish');
  if (word) return exit('FINISHED', `${word.by} said /finish; what is there was kept.`);
  return wasCut(past, 'finish')
    ? exit('FINISHED', 'The last iteration was cut short by /finish; what is there was kept.')
    : undefined;
}
