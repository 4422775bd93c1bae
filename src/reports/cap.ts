// Keeps a message under GitHub's limit: cut between lines, what was open is closed, and the reader is told.

const MARKER = /\n\n<!-- ultraloop:[\w.:-]+ -->\s*$/;
const ROOM = 300;
const ENDING = 2_500;

interface Open {
  fence: string | undefined;
  details: number;
  comment: boolean;
}

const CLOSED: Open = { fence: undefined, details: 0, comment: false };

/**
 * At most `limit` UTF-16 units, whatever comes in: cut in the middle, since the end says what comes next and what to answer. A
 * marker stays last. Folds and comments count where our reports put them, at the start of a line.
 */
export function cap(markdown: string, limit = 60_000): string {
  if (markdown.length <= limit) return markdown;
  const marker = MARKER.exec(markdown)?.[0].trimEnd() ?? '';
  const body = marker === '' ? markdown : markdown.slice(0, markdown.lastIndexOf(marker));
  const end = ending(body);
  const { kept, closing } = whole(body, limit - marker.length - end.length - ROOM);
  const cut = body.length - kept.length - end.length;
  const note = `*Cut here: ${cut} of ${body.length} characters are not shown.*`;
  return `${kept.trimEnd()}${closing}\n\n${note}${end}${marker}`;
}

/** The last paragraphs after every fold and fence, from a blank line on; nothing when something is left open there. */
function ending(body: string): string {
  const late = body.slice(-ENDING);
  const structure = [...late.matchAll(/^(?:`{3,}|~{3,}|<\/?details|<!--).*$/gm)].at(-1);
  const from = structure === undefined ? 0 : structure.index + structure[0].length;
  const blank = late.indexOf('\n\n', from);
  if (blank < 0) return '';
  const end = late.slice(blank).trimEnd();
  const before = body
    .slice(0, body.length - late.length + blank)
    .split('\n')
    .reduce(after, CLOSED);
  return before.fence === undefined && before.details === 0 && !before.comment ? end : '';
}

/** As many whole lines as fit, and what closes the fold and the fence they leave open. */
function whole(body: string, room: number): { kept: string; closing: string } {
  let open = CLOSED;
  let end = 0;
  let safe = { end: 0, open };
  for (const line of body.split('\n')) {
    open = after(open, line);
    end += line.length + 1;
    if (end + closers(open).length > room) break;
    if (!open.comment) safe = { end, open };
  }
  return { kept: body.slice(0, safe.end), closing: closers(safe.open) };
}

function after(open: Open, line: string): Open {
  if (open.fence !== undefined) {
    const closes = new RegExp(`^ {0,3}${open.fence}${open.fence[0]}*\\s*$`).test(line);
    return closes ? { ...open, fence: undefined } : open;
  }
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined && !open.comment) return { ...open, fence };
  const fold = Number(line.startsWith('<details')) - Number(line.startsWith('</details>'));
  const comment = (open.comment || line.startsWith('<!--')) && !line.includes('-->');
  return { fence: undefined, details: Math.max(0, open.details + fold), comment };
}

function closers({ fence, details }: Open): string {
  return `${fence === undefined ? '' : `\n${fence}`}${'\n\n</details>'.repeat(details)}`;
}
