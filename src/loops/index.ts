// Which loops there are, by the name people write in labels and comments.
import { autoiter } from './autoiter.ts';
import { autonomous } from './autonomous.ts';
import type { Loop } from './loop.ts';
import { ralph } from './ralph.ts';
import { ultraloop } from './ultraloop.ts';

const LOOPS: Record<string, Loop> = { autoiter, autonomous, ralph, ultraloop };

/** Throws for a loop that is not built: a run of it is never started. */
export function loopNamed(name: string): Loop {
  const loop = Object.hasOwn(LOOPS, name) ? LOOPS[name] : undefined;
  if (!loop) throw new Error(`there is no loop ${name}`);
  return loop;
}
