// Texts of the commits autoiter makes: one for each fix, one for a recovery, one for all reverts of an iteration (C6, C9, C12).
import type { Fix } from '../facts/autoiter.ts';
import type { Iteration } from '../record.ts';
import type { Spec } from '../spec.ts';
import { clip } from './clean.ts';
import { plain } from './commit-message.ts';

const SUBJECT_LIMIT = 72;
type At = Pick<Iteration, 'n'>;

export function fixMessage(spec: Spec, at: At, fix: Fix): string {
  const verb = { correctness: 'fix', optimization: 'perf', mixed: 'fix' }[fix.kind];
  const body = [`Cause: ${clip(plain(fix.root_cause), 400)}`, `Work on issue ${spec.issue}.`];
  return message(`${verb}: ${plain(fix.title)} (${plain(fix.id)})`, body, [
    `Ultraloop-Fix: ${plain(fix.id)}`,
    ...own(spec, at),
  ]);
}

export function recoveryMessage(spec: Spec, at: At, cause: string): string {
  return message(`fix: ${plain(cause)}`, [`The trigger could not run. Work on issue ${spec.issue}.`], own(spec, at));
}

/** The seed's subject; `Ultraloop-Reverts` is how a repeated revert knows itself. */
export function revertMessage(spec: Spec, at: At & { iter: number }, reverts: { fix: string; why: string }[]): string {
  const subject = `chore: revert optimization FIX(es) due to scalar regression (iter-${at.iter})`;
  const body = reverts.map(({ fix, why }) => `- ${plain(fix)}: ${clip(plain(why), 200)}`);
  const ids = reverts.map(({ fix }) => plain(fix)).join(',');
  return message(subject, body, [`Ultraloop-Reverts: ${ids}`, ...own(spec, at)]);
}

function own(spec: Spec, { n }: At): string[] {
  return [`Ultraloop-Run: ${spec.run}`, `Ultraloop-Iteration: ${n}`];
}

function message(subject: string, body: string[], trailers: string[]): string {
  return `${clip(subject, SUBJECT_LIMIT).trimEnd()}\n\n${body.join('\n')}\n\n${trailers.join('\n')}\n`;
}
