// A finding of the reviewer: its words, linked to the line at the commit.
import type { Finding, Improvement } from '../record.ts';
import { fileUrl, type Run } from './links.ts';
import { link, text } from './markdown.ts';

/** `tq.sv:88 missing backpressure`; an improvement that was not applied says why. */
export function findingLink(run: Run, finding: Finding | Improvement, commit: string | undefined): string {
  const what = text(finding.what);
  if (!('applied' in finding) || finding.applied) return `${place(run, finding, commit)} ${what}`;
  return `${place(run, finding, commit)} ${what} (**not applied**${finding.why ? `: ${text(finding.why)}` : ''})`;
}

/** `rtl/tq/tq.sv:88` as a link. */
export function place(run: Run, { file, line }: Finding, commit: string | undefined): string {
  const label = line === undefined ? file : `${file}:${line}`;
  return link(label, fileUrl(run, commit ?? run.spec.base, { path: file, line }));
}
