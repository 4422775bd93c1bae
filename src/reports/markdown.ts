// The one place that turns outside text into Markdown: whatever it holds, it renders as itself and does nothing.
import { clip, flat } from './clean.ts';

const INLINE_LIMIT = 400;
const URL_LIMIT = 2000;
// What GitHub would link, notify or embed, or our own parser would obey: shown as code instead.
const LIVE = /@|#\d|\bGH-\d|:\/\/|\bwww\.|\bmailto:|^[\\/][a-z]/i;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '`': '&#96;',
  '@': '&#64;',
  '#': '&#35;',
  ':': '&#58;',
};

/** Outside text inside a sentence, a cell or a list item: one line, at most 400 code points. Paired backticks stay code. */
export function text(outside: string): string {
  const parts = clip(flat(outside), INLINE_LIMIT).split(/(?<!`)`([^`]+)`(?!`)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part) : prose(part, index === 0))).reduce(join);
}

/** Outside text as code, in a table or out of one. */
export function code(outside: string): string {
  const plain = clip(flat(outside), INLINE_LIMIT);
  if (plain === '') return '` `';
  if (plain.includes('|')) return htmlCode(plain);
  const ticks = '`'.repeat(longestRun(plain) + 1);
  const pad = /^[ `]|[ `]$/.test(plain) ? ' ' : '';
  return `${ticks}${pad}${plain}${pad}${ticks}`;
}

/** A link to one of our own addresses; anything else stays a label. */
export function link(label: string, url: string | undefined): string {
  const safe = url !== undefined && url.length <= URL_LIMIT && /^https?:\/\/[^\s<>()"`\\|]+$/.test(url);
  return safe ? `[${text(label)}](${url})` : text(label);
}

/** The only way a person is notified: a login or `org/team` that GitHub would accept as one. */
export function mention(login: string): string {
  return /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\/[a-z\d][\w.-]*)?$/i.test(login) ? `@${login}` : text(login);
}

/** Cells are Markdown made by the functions above; the first row is the header. */
export function table(rows: string[][]): string {
  const [header, ...body] = rows.map(cells => `| ${cells.map(cell).join(' | ')} |`);
  const rule = `|${(rows[0] ?? []).map(() => '---|').join('')}`;
  return [header, rule, ...body].join('\n');
}

/** A folded part. The title says what is inside and how long it is. */
export function details(title: string, body: string): string {
  return `<details><summary>${html(title)}</summary>\n\n${body}\n\n</details>`;
}

/** Outside text where GitHub reads HTML, not Markdown: inside a summary. */
function html(outside: string): string {
  const words = clip(flat(outside), INLINE_LIMIT).split(/(\s+)/);
  return words.map(word => (LIVE.test(word) ? htmlCode(word) : word.replace(/[&<>`]/g, entity))).join('');
}

function htmlCode(plain: string): string {
  return `<code>${plain.replace(/[&<>|`@#:*~[\]\\$]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)}</code>`;
}

export function longestRun(plain: string): number {
  return Math.max(0, ...(plain.match(/`+/g) ?? []).map(run => run.length));
}

/** A hidden marker at the end, by which the app finds its own comment again. `run` and `key` are ours. */
export function marked(markdown: string, run: string, key: string): string {
  return `${markdown.trimEnd()}\n\n<!-- ultraloop:${slug(run)}:${slug(key)} -->`;
}

function slug(name: string): string {
  return name.replace(/[^\w.:-]|-(?=-)/g, '');
}

function cell(markdown: string): string {
  return markdown.replace(/\s*\n\s*/g, ' ').replaceAll('|', '&#124;');
}

function prose(plain: string, starts: boolean): string {
  const words = plain.split(/(\s+)/).map(word => (LIVE.test(word) ? live(word) : escaped(word)));
  if (starts) words[0] = notBlock(words[0] ?? '');
  return words.join('');
}

/** What would act becomes code; the sentence's own punctuation after it stays outside. */
function live(word: string): string {
  const [, inside = word, after = ''] = /^(.*?)([.,;:!?]*)$/s.exec(word) ?? [];
  return LIVE.test(inside) ? code(inside) + escaped(after) : code(word);
}

/** Code spans must not touch each other, or their backticks would run together. */
function join(before: string, after: string): string {
  return before.endsWith('`') && after.startsWith('`') ? `${before} ${after}` : before + after;
}

/** An underscore inside a word is plain in GitHub's Markdown, and names read better without backslashes. */
function escaped(word: string): string {
  return word
    .replace(/[\\*~[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/[<>|`]|&(?=#?\w+;)/g, entity);
}

/** Marks that mean something only at the start of a line: lists, headings, rules. */
function notBlock(word: string): string {
  return word.replace(/^(\d{1,9})(?=[.)])/, '$1\\').replace(/^[-+=#]/, '\\$&');
}

function entity(character: string): string {
  return ENTITIES[character] ?? `&#${character.codePointAt(0)};`;
}
