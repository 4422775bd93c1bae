// ESCALATED: the agent says that a fix cannot be made. The next iteration would plan it again and hear the same; a person decides.
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { itersSinceWord } from './autoiter-past.ts';
import { exit, oneLine } from './exit.ts';

export function fixImpossible(_spec: Spec, past: Past): Exit | undefined {
  const fixes = itersSinceWord(past).at(-1)?.autoiter.fixes ?? [];
  const given = fixes.filter(({ impossible }) => impossible);
  if (given.length === 0) return undefined;
  const which = given.length === 1 ? 'a fix' : `${given.length} fixes`;
  const lines = given.map(({ id, title, failed }) => oneLine(`${id} (${title}): ${failed ?? 'it gave no reason'}`));
  return exit('ESCALATED', `The agent says that ${which} cannot be made.`, lines);
}
