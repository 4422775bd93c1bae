// Markdown that GitHub shows nothing of: comments of any kind, and definitions nobody refers to (SEC-18). In code it is shown, and stays.
// Strangers write what is read here: every step is linear in its length.

/** What stands where something hidden was. */
export const HIDDEN_MARK = '[a hidden comment was here]';

/** Told of each part that is taken out; answers what stands in its place. */
type Hide = () => string;

/** Also one that is never closed: GitHub hides everything behind it. In code as well: being wrong about code would let it through. */
const COMMENT = /<!--[\s\S]*?(?:--!?>|$)/g;
const DECLARATION = /<![A-Za-z][^<>]*>/g;
/** `[label]: address "title"`, the title on the next line perhaps. */
const DEFINITION =
  /^ {0,3}\[(?!\^)([^[\]\n]+)\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)(?:(?:[ \t]+|[ \t]*\n[ \t]*)("[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$/gm;
/** Of a footnote all its lines. */
const FOOTNOTE = /^ {0,3}\[(\^[^[\]\n]+)\]:.*(?:\n(?: {4}|\t).*)*/gm;
/** Where a definition would lead; the rest of a line such as `[info]: done` is read as words. */
const LEADS = /^(?:<|#|\/|www\.|[a-z][a-z\d+.-]*:)/i;

/** Of anything: output of programs too may hold what was written to be seen by agents only. */
export const withoutComments = (text: string, hide: Hide): string => text.replace(COMMENT, hide);

/** Of Markdown that people wrote. */
export function withoutHidden(text: string, hide: Hide): string {
  const open = withoutComments(text, hide);
  const used = new Set([...open.matchAll(/\[([^[\]\n]+)\](?!:)/g)].map(([, label = '']) => label.toLowerCase()));
  const refers = (label: string): boolean => used.has(label.toLowerCase());
  const change = (part: string): string =>
    between(between(part, ['<?', '?>'], hide), ['<![CDATA[', ']]>'], hide)
      .replace(DECLARATION, hide)
      .replace(FOOTNOTE, (all, label: string) => (refers(label) ? all : hide()))
      .replace(DEFINITION, (all, label: string, address: string, title?: string) => {
        if (title !== undefined) return refers(label) ? `[${label}]: ${address} ${hide()}` : hide();
        return refers(label) || !LEADS.test(address) ? all : hide();
      });
  return outsideCode(open, change, hide);
}

/** Without what stands from one sign to the other; one that is never closed is a word like others. */
function between(text: string, [from, to]: readonly [string, string], hide: Hide): string {
  let whole = '';
  let done = 0;
  for (;;) {
    const start = text.indexOf(from, done);
    const end = start < 0 ? -1 : text.indexOf(to, start + from.length);
    if (end < 0) return whole + text.slice(done);
    whole += text.slice(done, start) + hide();
    done = end + to.length;
  }
}

/** Fenced blocks and code spans are left as they are. Behind a sign that begins a line and is never closed GitHub shows nothing at all. */
function outsideCode(text: string, change: (part: string) => string, hide: Hide): string {
  const pieces: string[] = [];
  let part: string[] = [];
  let fence: string | undefined;
  let at = 0;
  const flush = (): void => {
    if (part.length > 0) pieces.push(outsideSpans(part.join('\n'), change));
    part = [];
  };
  const last = { '?': text.lastIndexOf('?>'), '!': text.lastIndexOf(']]>') };
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const sign = /^ {0,3}<(?:(\?)|(!)\[CDATA\[)/.exec(line);
    const closes = sign?.[1] ? last['?'] : last['!'];
    if (fence === undefined && sign && closes < at) {
      part.push(hide());
      break;
    }
    at += line.length + 1;
    if (fence === undefined && mark === undefined) {
      part.push(line);
      continue;
    }
    flush();
    pieces.push(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
  }
  flush();
  return pieces.join('\n');
}

/** Spans of one line only: one that would reach further is taken for none. */
function outsideSpans(text: string, change: (part: string) => string): string {
  const spans: string[] = [];
  // A character no text has at this point stands for each span meanwhile.
  const bare = text.replace(/(?<!`)(`{1,8})(?!`)[^`\n]+\1(?!`)/g, span => `\u0000${spans.push(span) - 1}\u0000`);
  return change(bare).replace(/\u0000(\d+)\u0000/g, (_, n: string) => spans[Number(n)] ?? '');
}
