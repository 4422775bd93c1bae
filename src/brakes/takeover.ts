// Somebody else pushed to the run's branch: park and ask, never overwrite (K10).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { afterSteering, iterations, sinceLastWord } from './past.ts';

/** A push whose commit is one of the run's own is an echo of our push, not a takeover. */
export function takeover(_spec: Spec, past: Past): Exit | undefined {
  const own = new Set(iterations(past).flatMap(iteration => iteration.commit ?? []));
  const pushes = afterSteering(past).filter(
    entry => entry.kind === 'word' && entry.word === 'push' && !(entry.sha !== undefined && own.has(entry.sha)),
  );
  const push = pushes.at(-1);
  if (push?.kind === 'word') {
    return exit('TAKEOVER', `${push.by} pushed to the branch; nothing was overwritten.`, push.sha ? [push.sha] : []);
  }
  return sinceLastWord(past).some(iteration => iteration.cut === 'push')
    ? exit('TAKEOVER', 'Somebody else pushed to the branch; nothing was overwritten.')
    : undefined;
}
