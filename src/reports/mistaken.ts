// The answer to something meant as a command that is none: why, and what works.
import { marked, text } from './markdown.ts';

/** @param why our own sentence, which may quote outside text */
export function mistaken(why: string, id: string): string {
  return marked(`${text(why)} \`/help\` lists what can be said.`, 'mistaken', id);
}
