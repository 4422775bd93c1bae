// Which loops there are, by the name people write in labels and comments.
import type { Loop } from './loop.ts';
import { ultraloop } from './ultraloop.ts';

const LOOPS: Record<string, Loop> = { ultraloop };

export function loopNamed(name: string): Loop | undefined {
  return Object.hasOwn(LOOPS, name) ? LOOPS[name] : undefined;
}
