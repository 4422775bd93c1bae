// SEC-50: a goal reached over bent tests, or with files nobody else gets, is still reached, but it asks: review is requested with the
// signs named.
import type { Sighting, Unproven } from '../facts/guard.ts';
import type { Exit, Past } from '../record.ts';
import { oneLine } from './exit.ts';
import { iterations } from './past.ts';
import { sighted } from './protected-change.ts';

const SHOWN = 10;

/** The newest look says what the branch as a whole does to its tests; an exit without signs passes as it is. */
export function testsQuestioned(past: Past, exit: Exit | undefined): Exit | undefined {
  if (exit === undefined) return undefined;
  const counted = iterations(past);
  const signs = counted.findLast(({ guard }) => guard !== undefined)?.guard?.tests ?? [];
  const unproven = counted.at(-1)?.guard?.unproven;
  return bent(signs, unproven ? notAgain(unproven, exit) : exit);
}

function notAgain({ commands, ignored }: Unproven, exit: Exit): Exit {
  return {
    ...exit,
    asks: true,
    why: `${exit.why} But not without files that git ignores, which are in no commit: the checks were run again without them, and failed.`,
    evidence: [
      ...exit.evidence,
      ...commands.map(command => oneLine(`fails without them: ${command}`)),
      ...ignored.map(path => oneLine(`was there: ${path}`)),
    ],
  };
}

function bent(signs: readonly Sighting[], exit: Exit): Exit {
  if (signs.length === 0) return exit;
  const count = `${signs.length} ${signs.length === 1 ? 'sign' : 'signs'}`;
  const more = signs.length > SHOWN ? [`and ${signs.length - SHOWN} more`] : [];
  return {
    ...exit,
    asks: true,
    why: `${exit.why} The tests that say so were changed on the way: ${count}. Look at them before you merge.`,
    evidence: [...exit.evidence, ...signs.slice(0, SHOWN).map(sign => oneLine(sighted(sign))), ...more],
    files: [...new Set([...(exit.files ?? []), ...signs.map(({ path }) => path)])],
  };
}
