// Puts a new status section into a pull request's body and leaves what people wrote alone, whatever became of the markers (K5).
import { STATE_SIGNS, STATUS_END, STATUS_START } from './status.ts';

const SIGNS = new Set(Object.values(STATE_SIGNS).map(sign => sign.charAt(0)));

/** Without a whole pair of markers the section goes to the top, and what is left of an old one is taken away. */
export function replaceStatus(body: string, section: string): string {
  const first = body.indexOf(STATUS_START);
  const end = first < 0 ? -1 : body.indexOf(STATUS_END, first);
  if (end >= 0) {
    const head = withoutLeftovers(body.slice(0, body.lastIndexOf(STATUS_START, end)));
    return head + section + withoutLeftovers(body.slice(end + STATUS_END.length));
  }
  const rest = withoutLeftovers(body).trim();
  return rest === '' ? section : `${section}\n\n${rest}`;
}

/** Drops stray markers and the lines of ours beside them: below a lone start, above a lone end. */
function withoutLeftovers(body: string): string {
  const lines = body.split('\n');
  const drop = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.includes(STATUS_START)) besides(lines, { from: index, step: 1 }, drop);
    if (line.includes(STATUS_END)) besides(lines, { from: index, step: -1 }, drop);
  }
  const kept = lines.filter((_, index) => !drop.has(index));
  return kept.join('\n').replaceAll(STATUS_START, '').replaceAll(STATUS_END, '');
}

function besides(lines: string[], { from, step }: { from: number; step: 1 | -1 }, drop: Set<number>): void {
  if ([STATUS_START, STATUS_END].includes((lines[from] ?? '').trim())) drop.add(from);
  for (let index = from + step; isOurs(lines[index]); index += step) drop.add(index);
}

/** Lines only `statusSection` writes, and the blank ones between them. */
function isOurs(line: string | undefined): boolean {
  if (line === undefined) return false;
  const plain = line.trim();
  if (plain === '' || /^`[█░]+`/.test(plain) || /^Started by \[/.test(plain)) return true;
  return (plain.startsWith('### ') && SIGNS.has(plain.charAt(4))) || /^(?:\*\*Next:\*\* |<sub>iterations )/.test(plain);
}
