// Two trees compared by git, as data: any file name, no renames, no program of the repository run.
import type { FileChange } from '../record.ts';
import { type GitPlace, git } from './git.ts';

const RAW = ['diff-tree', '-r', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--raw'];

/** Changed files with line counts, in tree order. Equal subtrees are skipped by git. */
export async function diffTrees(place: GitPlace, from: string, to: string): Promise<FileChange[]> {
  if (from === to) return [];
  const { stdout } = await git(place, [...RAW, '--numstat', '--end-of-options', from, to]);
  return parseDiff(stdout);
}

/** Only names and modes: cheaper, and needs no file contents. */
export async function changedNames(place: GitPlace, from: string, to: string): Promise<FileChange[]> {
  if (from === to) return [];
  const { stdout } = await git(place, [...RAW, '--end-of-options', from, to]);
  return parseDiff(stdout);
}

export interface Blob {
  path: string;
  status: string;
  mode: string;
  /** Object id after the change; zeros when it is gone. */
  id: string;
}

/** What the changed files are now, in the order in which git also shows them as a patch. */
export async function changedBlobs(place: GitPlace, from: string, to: string): Promise<Blob[]> {
  if (from === to) return [];
  const { stdout } = await git(place, [...RAW, '--end-of-options', from, to]);
  const fields = splitNul(stdout);
  return fields.flatMap((meta, at) => {
    if (at % 2 === 1) return [];
    const [, mode = '', , id = '', status = ''] = meta.toString('latin1').split(' ');
    return [{ path: pathText(fields[at + 1] ?? Buffer.alloc(0)), status: status.slice(0, 1), mode, id }];
  });
}

/** Reads `--raw [--numstat] -z`: first all raw records (`:meta NUL path NUL`), then all counts (`+ TAB - TAB path NUL`). */
function parseDiff(output: Buffer): FileChange[] {
  const files = new Map<string, FileChange>();
  const fields = splitNul(output);
  for (let at = 0; at < fields.length; at++) {
    const field = (fields[at] ?? Buffer.alloc(0)).toString('latin1');
    if (field.startsWith(':')) {
      const path = fields[++at] ?? Buffer.alloc(0);
      const [, mode = '', , , status = ''] = field.split(' ');
      files.set(path.toString('latin1'), {
        path: pathText(path),
        status: status.slice(0, 1),
        added: null,
        removed: null,
        mode,
      });
      continue;
    }
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field) ?? [];
    const file = files.get(path ?? '');
    if (!file || added === undefined || removed === undefined || added === '-') continue;
    file.added = (file.added ?? 0) + Number(added);
    file.removed = (file.removed ?? 0) + Number(removed);
  }
  return [...files.values()];
}

export function splitNul(output: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < output.length; ) {
    const found = output.indexOf(0, from);
    const to = found === -1 ? output.length : found;
    parts.push(output.subarray(from, to));
    from = to + 1;
  }
  return parts;
}

/** A file name as text. One that is not UTF-8 is written as git quotes it (`caf\351.txt`), so that two never look the same. */
export function pathText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  return bytes
    .toString('latin1')
    .replace(/[\\\x80-\xff]/g, char =>
      char === '\\' ? '\\\\' : `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
}
