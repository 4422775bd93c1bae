// What a measurement answers: rows of numbers, each with the target it is held against.
import { median } from './figures.ts';

export interface Row {
  /** Letter of the measurement, `a` to `i`. */
  id: string;
  what: string;
  unit: 'ms' | 'kB' | 'calls' | '%';
  ours: number;
  /** The same work done by the bare equivalent. */
  bare?: number;
  /** The most that is good: of the ratio where there is a bare equivalent, else of our number. */
  target?: number;
  /** Of each pair measured side by side: their median is the ratio, so that a host that slows down in between does not count. */
  ratios?: number[];
  /** Of each repetition, where there is no bare equivalent. */
  each?: number[];
}

export interface Measurement {
  id: string;
  about: string;
  /** Throws when something broke (a lost delivery, a run that ended otherwise), never because something was slow. */
  run(bench: Bench): Promise<Row[]>;
}

export interface Bench {
  /** Temporary, removed at the end. */
  dir: string;
  say(text: string): void;
  /** Connection string of a new, empty database. */
  database(): Promise<string>;
}

export function ratioOf({ ours, bare, ratios }: Row): number | undefined {
  if (ratios) return median(ratios);
  return bare === undefined ? undefined : ours / bare;
}

/** Lowest and highest of the ratios, or of our numbers. */
export function spreadOf({ ratios, each }: Row): [number, number] | undefined {
  const numbers = ratios ?? each;
  return numbers && [Math.min(...numbers), Math.max(...numbers)];
}

/** undefined = the row has no target. */
export function isMet(row: Row): boolean | undefined {
  return row.target === undefined ? undefined : (ratioOf(row) ?? row.ours) <= row.target;
}
