// A loop is two functions: one does an iteration through tools, the other decides from the record whether the run ends.
// Around them: what it needs before it can start, its stages by name, and its reports in the seed's form.
import type { Check } from '../config/check.ts';
import type { LoopName } from '../config/loop-name.ts';
import type { Asked, Obstacle } from '../config/readiness.ts';
import type { Config } from '../config/schema.ts';
import type { Exit, Iteration, Past } from '../record.ts';
import type { Run } from '../reports/links.ts';
import type { Next } from '../reports/next.ts';
import type { Lesson, Spec } from '../spec.ts';
import type { Tools } from '../tools.ts';

export interface Loop {
  name: LoopName;
  /** What `open` asks about itself, so that the general readiness does not: whether the target exists, whether anything is checked. */
  asksItself?: readonly Asked[];
  /** Reads what only this loop needs from the repository: its part of the spec, or what is missing and how to make it. */
  open?(opening: Opening): Promise<{ part: Partial<Spec> } | { obstacles: Obstacle[] }>;
  /** One iteration. Answers its record also when it went wrong; throws only for mistakes of our own. */
  cycle(spec: Spec, tools: Tools, past: Past): Promise<Iteration>;
  /** Pure: whether the run ends or parks, and why. Asked before and after every cycle. */
  stop(spec: Spec, past: Past): Exit | undefined;
  reports: {
    iteration(run: Run, iteration: Iteration, next: Next): string;
    closing(run: Run, exit: Exit): string;
    /** The seed closes with its report also where the run only parks; it then follows the question. */
    closesParked?: true;
    /** The run's files (K18) as its record now stands: name → text, besides the reports themselves. */
    files?(run: Run, exit?: Exit): Record<string, string>;
  };
}

/** What a loop may look at before it starts, all at the base commit. */
export interface Opening {
  config: Config;
  issue: { number: number; title: string; body: string };
  /** Target or slice named by the person who starts it. */
  target?: string;
  /** From `--max-iterations`. */
  maxIterations?: number;
  checks: readonly Check[];
  files: readonly string[];
  read(path: string): Promise<string | undefined>;
  lessons: Lesson[];
}
