// Puts a new status section into a pull request's body and leaves what people wrote alone, whatever became of the markers (K5).
import { STATE_SIGNS, STATUS_END, STATUS_START } from './status.ts';

const SIGNS = new Set(Object.values(STATE_SIGNS).map(sign => sign.charAt(0)));

/** Without a whole pair of markers the section goes to the top, and what is left of an old one is taken away. */
export function replaceStatus(body: string, section: string): string {
  const start = body.indexOf(STATUS_START);
  const end = start < 0 ? -1 : body.indexOf(STATUS_END, start);
  if (start >= 0 && end >= 0) {
    return body.slice(0, start) + section + withoutLeftovers(body.slice(end + STATUS_END.length));
  }
  const rest = withoutLeftovers(body).trim();
  return rest === '' ? section : `${section}\n\n${rest}`;
}

/** Drops stray markers and the lines of ours beside them: below a lone start, above a lone end. */
function withoutLeftovers(body: string): string {
  const lines = body.split('\n');
  const drop = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.includes(STATUS_START)) mark(lines, { from: index, step: 1 }, drop);
    if (line.includes(STATUS_END)) mark(lines, { from: index, step: -1 }, drop);
  }
  if (drop.size === 0) return body;
  return lines.filter((_, index) => !drop.has(index)).join('\n');
}

function mark(lines: string[], { from, step }: { from: number; step: 1 | -1 }, drop: Set<number>): void {
  drop.add(from);
  for (let index = from + step; isOurs(lines[index]); index += step) drop.add(index);
}

/** Lines only `statusSection` writes, and the blank ones between them. */
function isOurs(line: string | undefined): boolean {
  if (line === undefined) return false;
  const plain = line.trim();
  if (plain === '' || /^`[█░]+`/.test(plain) || /^Started by \[/.test(plain)) return true;
  return (plain.startsWith('### ') && SIGNS.has(plain.charAt(4))) || /^(?:\*\*Next:\*\* |<sub>iterations )/.test(plain);
}
