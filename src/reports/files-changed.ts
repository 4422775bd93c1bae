// The files an iteration changed, with counts, each linked at its commit.
import type { FileChange, Iteration } from '../record.ts';
import { count } from './figures.ts';
import { fileUrl, type Run } from './links.ts';
import { details, link, text } from './markdown.ts';

const SHOWN = 50;

export function filesChanged(run: Run, { change, commit }: Iteration): string {
  if (change === undefined || change.files.length === 0) return '';
  const { files, added, removed } = change;
  const lines = files.slice(0, SHOWN).map(file => `- ${named(run, file, commit)} ${counts(file)}`);
  if (files.length > SHOWN) lines.push(`- and ${files.length - SHOWN} more`);
  const unkept = commit === undefined ? ', not on the branch' : '';
  return details(`${count(files.length, 'file')} changed, +${added} −${removed}${unkept}`, lines.join('\n'));
}

function named(run: Run, file: FileChange, commit: string | undefined): string {
  const gone = file.status === 'D' || commit === undefined;
  return gone ? text(file.path) : link(file.path, fileUrl(run, commit, { path: file.path }));
}

function counts({ status, added, removed }: FileChange): string {
  const word = { A: 'new, ', D: 'deleted, ', T: 'type changed, ' }[status] ?? '';
  return added === null || removed === null ? `${word}binary` : `${word}+${added} −${removed}`;
}
