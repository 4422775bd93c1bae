// The operator's command lines are split here, in one way: on spaces, `\ ` is a space in a word. No shell ever reads them.
import { parseCommandString } from 'execa';

export function commandWords(line: string): string[] {
  return parseCommandString(line);
}
