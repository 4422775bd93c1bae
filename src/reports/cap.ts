// Keeps a message under GitHub's limit: cut between lines, what was open is closed, and the reader is told.

const MARKER = /\n\n<!-- ultraloop:[\w.:-]+ -->\s*$/;
const ROOM = 300;

interface Open {
  fence: string | undefined;
  details: number;
  comment: boolean;
}

/**
 * At most `limit` UTF-16 units, whatever comes in. Folds and comments count where our reports put them, at the start of a
 * line. A marker at the end stays at the end.
 */
export function cap(markdown: string, limit = 60_000): string {
  if (markdown.length <= limit) return markdown;
  const marker = MARKER.exec(markdown)?.[0].trimEnd() ?? '';
  const body = marker === '' ? markdown : markdown.slice(0, markdown.lastIndexOf(marker));
  const { kept, closing } = whole(body, limit - marker.length - ROOM);
  const note = `*Cut here: ${body.length - kept.length} of ${body.length} characters are not shown.*`;
  return `${kept.trimEnd()}${closing}\n\n${note}${marker}`;
}

/** As many whole lines as fit, and what closes the fold and the fence they leave open. */
function whole(body: string, room: number): { kept: string; closing: string } {
  let open: Open = { fence: undefined, details: 0, comment: false };
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
