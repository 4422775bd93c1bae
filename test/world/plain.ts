// Takes out of a text what differs each time: addresses, ids, times, durations, temporary paths. Hashes become s1, s2 … in order.

interface Known {
  url: string;
  run: string;
  dir: string;
}

const DURATION = String.raw`\b\d+(?:\.\d+)? (?:ms|s|min|h)\b(?: \d+ (?:s|min)\b)?`;

const RULES: [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'GUID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME'],
  [/\b(?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC/g, 'HH:MM UTC'],
  [/issuecomment-\d+/g, 'issuecomment-N'],
  [/\bcomment[ /]\d+/g, 'comment N'],
  [/\/runs\/\d+/g, '/runs/N'],
  [new RegExp(`(?:now|${DURATION} ago)(?= · as of)`, 'g'), 'AGO'],
  [new RegExp(DURATION, 'g'), 'DURATION'],
  [/duration_ms(:?) \d+(?:\.\d+)?/g, 'duration_ms$1 N'],
];

/** Without a sandbox every report says so. Of machines with and without one, the same story is told: the one with. */
const WALLS: [RegExp, string][] = [
  [/\n *>? ?\*\*Notes\*\*\n *>? ?- \*\*No sandbox:\*\*[^\n]*\n *>? *(?=\n)/g, ''],
  [/\n *>? ?- \*\*(?:No sandbox:\*\*|Sandbox\*\*: none)[^\n]*/g, ''],
  [/\n *>? ?\*\*Sandbox:\*\* none[^\n]*\n *>? *(?=\n)/g, ''],
  [/\*\*no sandbox\*\*/g, 'sandbox bubblewrap'],
];

export function plain(text: string, { url, run, dir }: Known): string {
  const fixed = [
    [url, 'https://github.test'],
    [new URL(url).host, 'github.test'],
    [dir, '/world'],
    [run || '\0', 'RUN'],
  ].reduce((rest, [from = '', to = '']) => rest.replaceAll(from, to), text);
  return hashes([...RULES, ...WALLS].reduce((rest, [pattern, to]) => rest.replace(pattern, to), fixed));
}

/** Full and short forms of one hash get one name. What looks like a number or a word is a hash only beside its full form. */
function hashes(text: string): string {
  const full = new Set([...text.matchAll(/\b[0-9a-f]{40,64}\b/g)].map(([hash]) => hash.slice(0, 7)));
  const names = new Map<string, string>();
  return text.replace(/\b[0-9a-f]{7,64}\b/g, hash => {
    const key = hash.slice(0, 7);
    if (!full.has(key) && !(/\d/.test(hash) && /[a-f]/.test(hash))) return hash;
    const name = names.get(key) ?? `s${names.size + 1}`;
    names.set(key, name);
    return name;
  });
}
