// What an attempt of the ralph loop (seed 002) remembers beyond what every loop does.

export interface RalphFacts {
  /** The slice this attempt worked on; absent for the end-to-end pass. */
  slice?: { id: string; name: string; index: number; of: number };
  /** 1-based attempt at this slice in this pass; attempts 2 and 3 are retries (R7). */
  attempt: number;
  pass: 'inner' | 'outer' | 'e2e';
  /** Draft of the log entry the agent answered with, in the seed's format; written by the app only on green (R8). */
  entry?: string;
  drift?: ContextDrift | SpecDrift;
  /** Where a tree that drifted is kept until a person answers; the branch never holds it unseen. */
  kept?: { tree: string; branch: string; commit: string };
  /** Number of the iteration whose drift a person let pass and whose kept work this one went on with. */
  approved?: number;
  gateway?: { ok: boolean; output: string };
  /** The end-to-end pass (R9): what failed and which slices it points at. */
  e2e?: { ok: boolean; flagged: string[]; flows: string[]; output: string };
  done: boolean;
}
export interface ContextDrift {
  kind: 'context';
  why: string;
  entry: string;
  /** The entry of middle length among the earlier ones; empty when there is none. */
  median: string;
}
export interface SpecDrift {
  kind: 'spec';
  declared: string[];
  /** Every changed file under the layer it belongs to; `none` for files of no layer. */
  touched: { layer: string; files: string[] }[];
}
