// How a scalar is taken out of a trigger's output, as a run spec says it (C11): `grep:…`, `grep-count:…`, `regex:…`, `jq:…`, `junit`.

export type Extraction =
  | { kind: 'grep'; text: string; count: boolean }
  | { kind: 'regex'; pattern: RegExp; repeats: number }
  | { kind: 'jq'; path: (string | number)[]; length: boolean }
  | { kind: 'junit'; what: 'ratio' | 'passed' | 'failed' };

/** Most unbounded repeats of a pattern: what it costs on a line that does not match grows with each. */
export const MAX_REPEATS = 3;

const KNOWN =
  '`grep:TEXT`, `grep-count:TEXT`, `regex:PATTERN(group)`, `jq:.path.to[0].value` or `junit:ratio|passed|failed`';

/** Pure, never throws: a way to extract, or why the words are none. */
export function parseExtraction(words: string): Extraction | { why: string } {
  const [, kind = '', rest = ''] = /^\s*([a-z-]+)\s*:?\s?(.*?)\s*$/is.exec(words) ?? [];
  switch (kind.toLowerCase()) {
    case 'grep':
    case 'grep-count':
      return rest === ''
        ? { why: `\`${kind}:\` needs a text to look for` }
        : { kind: 'grep', text: rest, count: kind.length > 4 };
    case 'regex':
      return regex(rest);
    case 'jq':
      return jq(rest);
    case 'junit':
      return junit(rest);
    default:
      return { why: `this must be ${KNOWN}` };
  }
}

/** A pattern that could take longer than the run is refused: it is read by the app itself, on whatever a program printed. */
function regex(source: string): Extraction | { why: string } {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (source === '') return { why: '`regex:` needs a pattern' };
  if (/\\[1-9k]/.test(source)) return { why: 'a pattern cannot refer back to its groups' };
  if (hasNestedRepeat(bare)) return { why: 'a group that repeats cannot hold repeats or alternatives' };
  const repeats = bare.match(/[*+]|\{\d+,\d*\}|\{\d{2,}\}/g)?.length ?? 0;
  if (repeats > MAX_REPEATS)
    return { why: `a pattern may repeat at most ${MAX_REPEATS} parts (\`*\`, \`+\`, \`{…}\`)` };
  try {
    return { kind: 'regex', pattern: new RegExp(source, 'u'), repeats };
  } catch (error) {
    return { why: `this pattern is not valid: ${error instanceof Error ? error.message : 'unknown reason'}` };
  }
}

/** `(a+)+`, `(a|b)*`: the innermost groups first, each replaced by a mark that says whether it holds such a part. */
function hasNestedRepeat(bare: string): boolean {
  let rest = bare;
  for (let group = /\(([^()]*)\)([*+{])?/.exec(rest); group; group = /\(([^()]*)\)([*+{])?/.exec(rest)) {
    const holds = /[*+|{?]/.test((group[1] ?? '').replace(/^\?(?:[:=!]|<[=!]|<\w+>)/, ''));
    if (holds && group[2] !== undefined) return true;
    rest = `${rest.slice(0, group.index)}${holds ? '+' : 'x'}${group[2] ?? ''}${rest.slice(group.index + group[0].length)}`;
  }
  return false;
}

/** A path through objects and lists, `| length` at its end; jq's other powers are not needed to find one number. */
function jq(words: string): Extraction | { why: string } {
  const [, path = '', length] = /^(.*?)(\s*\|\s*length)?$/s.exec(words) ?? [];
  const steps: (string | number)[] = [];
  let rest = path === '.' ? '' : path;
  while (rest !== '') {
    const step = /^(?:\.?\[(\d{1,9})\]|\.?\["([^"\\]+)"\]|\."([^"\\]+)"|\.([A-Za-z_]\w*))/.exec(rest);
    if (!step) return { why: 'a path reads like `.results[0].score`; at its end `| length` may stand' };
    const [all, index, ...names] = step;
    steps.push(index === undefined ? (names.find(name => name !== undefined) ?? '') : Number(index));
    rest = rest.slice(all.length);
  }
  if (path === '') return { why: '`jq:` needs a path such as `.results[0].score`' };
  return { kind: 'jq', path: steps, length: length !== undefined };
}

function junit(words: string): Extraction | { why: string } {
  const what = words === '' ? 'ratio' : words;
  if (what === 'ratio' || what === 'passed' || what === 'failed') return { kind: 'junit', what };
  return { why: 'from JUnit XML these are known: `junit:ratio`, `junit:passed`, `junit:failed`' };
}
