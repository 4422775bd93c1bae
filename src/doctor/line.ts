// What the doctor says: one line for each thing looked at, with what to do where something is wrong.

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
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An error as one line. */
export const told = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim().slice(0, 400);
