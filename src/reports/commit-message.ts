// The text of the commit an iteration makes: ours, with trailers by which the app finds its own commits again.
import type { Iteration } from '../record.ts';
import type { Spec } from '../spec.ts';
import { clip, flat } from './clean.ts';

const SUBJECT_LIMIT = 72;

export function commitMessage(spec: Spec, iteration: Iteration): string {
  const part = iteration.autonomous?.commit.title ?? iteration.ralph?.slice?.name ?? '';
  const about = plain(part) || plain(spec.title) || plain(spec.target.name);
  const subject = clip(`ultraloop ${iteration.n}: ${about}`, SUBJECT_LIMIT);
  const trailers = `Ultraloop-Run: ${spec.run}\nUltraloop-Iteration: ${iteration.n}`;
  return `${subject.trimEnd()}\n\n${body(spec, iteration)}\n\n${trailers}\n`;
}

function body(spec: Spec, { improvements }: Iteration): string {
  const applied = improvements.filter(item => item.applied);
  const lines = applied.slice(0, 10).map(item => `- ${clip(plain(item.what), 100)} (${clip(plain(item.file), 100)})`);
  return [`Work on issue ${spec.issue}.`, ...(lines.length > 0 ? ['', 'Improvements:', ...lines] : [])].join('\n');
}

/**
 * Outside text in a commit message can close issues, notify people and fake trailers: references, mentions and addresses
 * lose what makes them live, and it is always one line.
 */
export function plain(outside: string): string {
  return flat(outside)
    .replace(/[a-z][a-z\d+.-]*:\/\/\S*/gi, '(link)')
    .replace(/(?:[\w.-]+\/[\w.-]+)?#(?=\d)/g, 'no. ')
    .replace(/\bGH-(?=\d)/gi, 'no. ')
    .replaceAll('@', '(at)')
    .replace(/\[(?=[^\]]*\bci\b|[^\]]*\bskip\b)/gi, '(')
    .trim();
}
