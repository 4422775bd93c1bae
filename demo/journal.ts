// The journal of durable steps: written by the app's process, so that it survives its death, and read afterwards.
import { readFile } from 'node:fs/promises';

export interface JournalEntry {
  phase: 'begin' | 'end';
  /** `<run>/<turn>` */
  workflow: string;
  /** The step's number in its workflow: the same when a killed turn is resumed. */
  step: number;
  name: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A last line cut short by a kill is left out. */
export async function readJournal(file: string): Promise<JournalEntry[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as JournalEntry);
}
