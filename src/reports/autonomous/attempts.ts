// What was tried before a Jidoka stop (A6): each iteration with an error, its commit, its files, and what debug took for the cause.
import { errorsSoFar } from '../../brakes/jidoka.ts';
import type { Iteration } from '../../record.ts';
import { commitUrl, type Run } from '../links.ts';
import { link, text } from '../markdown.ts';

const FILES = 5;

export function attempts(run: Run): string {
  const { any, most, tier } = errorsSoFar(run.past);
  const shown = tier === 2 ? (most?.in ?? []) : any;
  return shown.length === 0 ? '' : ['**Attempts**', ...shown.map(iteration => attempt(run, iteration))].join('\n');
}

function attempt(run: Run, iteration: Iteration): string {
  const { n, commit, change, autonomous } = iteration;
  const name = link(`iteration ${n}`, commit === undefined ? undefined : commitUrl(run, commit));
  const files = change?.files.map(file => text(file.path)) ?? [];
  const more = files.length > FILES ? ` and ${files.length - FILES} more` : '';
  const touched = files.length === 0 ? 'changed nothing' : `changed ${files.slice(0, FILES).join(', ')}${more}`;
  const cause = autonomous?.debug ? `; assumed cause: ${text(autonomous.debug.cause)}` : '';
  return `- ${name} ${touched}${cause}`;
}
