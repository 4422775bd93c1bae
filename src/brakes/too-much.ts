// SEC-55: more files or bytes than anybody reviews: a dependency folder, a data set, a build's output.
import { MAX_BYTES, MAX_FILES } from '../config/protected.ts';
import type { Sighting } from '../facts/guard.ts';
import type { FileChange } from '../record.ts';
import type { Limits } from '../spec.ts';

type Most = Pick<Limits, 'max_files' | 'max_bytes'>;

/** @param size the change's files and, in bytes, what those that are there now hold in all */
export function tooMuch({ files, bytes }: { files: readonly FileChange[]; bytes: number }, limits: Most): Sighting[] {
  const { max_files: most = MAX_FILES, max_bytes: size = MAX_BYTES } = limits;
  const found: Sighting[] = [];
  const path = folderOf(files);
  if (files.length > most) found.push({ path, what: `${files.length} files; the limit is ${most}` });
  if (bytes > size) found.push({ path, what: `${megabytes(bytes)} MB; the limit is ${megabytes(size)} MB` });
  return found;
}

/** The folder most of them are in, so that a person sees at once what it was. */
function folderOf(files: readonly FileChange[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.includes('/') ? `${path.split('/')[0]}/` : path;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 100_000) / 10;
