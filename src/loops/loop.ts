// A loop is two functions: one does an iteration through tools, the other decides from the record whether the run ends.
import type { Exit, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import type { Tools } from '../tools.ts';

export interface Loop {
  name: string;
  /** One iteration. Answers its record also when it went wrong; throws only for mistakes of our own. */
  cycle(spec: Spec, tools: Tools, past: Past): Promise<Iteration>;
  /** Pure: whether the run ends or parks, and why. Asked before and after every cycle. */
  stop(spec: Spec, past: Past): Exit | undefined;
}
