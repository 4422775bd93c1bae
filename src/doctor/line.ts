// What the doctor says: one line for each thing looked at, with what to do where something is wrong.
import { within } from '../within.ts';

/** ✘ keeps runs from working, ● is worth knowing. */
export type Sign = '✔' | '✘' | '●';
export type Line = [sign: Sign, text: string];

export interface Section {
  title: string;
  lines: Line[];
}

export const good = (text: string): Line => ['✔', text];
export const bad = (text: string): Line => ['✘', text];
export const note = (text: string): Line => ['●', text];

/** Nothing the doctor asks may hold it up. Rejects when it took too long. */
export const soon = <T>(ms: number, work: Promise<T>): Promise<T> =>
  within(ms, `no answer within ${ms / 1000} s`, work);

/** An error as one line. */
export const told = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim().slice(0, 400);
