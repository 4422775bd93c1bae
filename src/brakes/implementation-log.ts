// implementation-log.md (R8): one entry per slice in the seed's format, read and written as text.
import type { Slice } from '../spec.ts';

/** What the agent drafts about a slice. Outside text: each part becomes one line. */
export interface EntryDraft {
  files: string[];
  endpoints: string[];
  tables: string[];
  tests: string;
  layers: string[];
}
export interface LogEntry {
  /** `slice-1`, as the heading names it. */
  id: string;
  /** Heading and bullets, without white space around them. */
  text: string;
}

const LABELS = ['Files created/modified', 'Endpoints added', 'Tables migrated', 'Tests written', 'Layers touched'];
const LABEL = new RegExp(`^\\s*[-*]\\s*(?:${LABELS.join('|')}):`, 'gim');
const NONE = 'none';

/** The seed's five lines under `## slice-N: <name>`; what there is nothing of says `none`. */
export function renderEntry(slice: Pick<Slice, 'id' | 'name'>, draft: EntryDraft): string {
  const values = [draft.files, draft.endpoints, draft.tables, [draft.tests], draft.layers].map(listed);
  const bullets = LABELS.map((label, index) => `- ${label}: ${values[index] ?? NONE}`);
  return `## ${headingId(slice.id)}: ${line(slice.name)}\n\n${bullets.join('\n')}`;
}

/** Entries in the order of the file. A log people wrote by hand counts too: an entry is a heading of the second level. */
export function entriesOf(log: string): LogEntry[] {
  return log
    .replaceAll('\r\n', '\n')
    .split(/^(?=## )/m)
    .filter(part => part.startsWith('## '))
    .map(part => ({ id: /^## +([^:\n]*)/.exec(part)?.[1]?.trim() ?? '', text: part.trim() }));
}

export function hasEntry(log: string, slice: Pick<Slice, 'id'>): boolean {
  return entriesOf(log).some(entry => entry.id === headingId(slice.id));
}

/** The log with this slice's entry at its end, or in the place of its former one: one entry per slice. */
export function putEntry(log: string, slice: Pick<Slice, 'id'>, entry: string): string {
  const parts = log.replaceAll('\r\n', '\n').split(/^(?=## )/m);
  const own = parts.findIndex(part => /^## +([^:\n]*)/.exec(part)?.[1]?.trim() === headingId(slice.id));
  if (own < 0) return `${[log.trimEnd(), entry].filter(part => part !== '').join('\n\n')}\n`;
  parts[own] = `${entry}\n${own < parts.length - 1 ? '\n' : ''}`;
  return parts.join('');
}

/** The log as a slice's attempt may see it: without an entry of its own, which a former attempt would have written (R2). */
export function withoutEntry(log: string, slice: Pick<Slice, 'id'>): string {
  const others = entriesOf(log).filter(entry => entry.id !== headingId(slice.id));
  return others.map(entry => entry.text).join('\n\n');
}

/** Words an entry says: without its heading, the labels of its lines, and `none`. */
export function wordsOf(entry: string): string[] {
  const said = entry.replace(/^## .*$/m, '').replace(LABEL, '');
  return said.split(/[\s,;]+/).filter(word => /[\p{L}\p{N}]/u.test(word) && word.toLowerCase() !== NONE);
}

function headingId(id: string): string {
  return /^\d+$/.test(id) ? `slice-${id}` : id;
}

function listed(items: string[]): string {
  return items.map(line).filter(Boolean).join(', ') || NONE;
}

function line(outside: string): string {
  return outside.replace(/\s+/g, ' ').trim().slice(0, 1000);
}
