// What happens next and when, with the exact words a person can say (K11).
import type { Exit, ExitCode } from '../record.ts';
import { EXIT_WORDS } from './exit-words.ts';
import { clockTime, relative } from './figures.ts';
import { text } from './markdown.ts';

/** `at` and `now` are ISO times; `model` = a model service asked to wait until then. */
export type Next =
  | { kind: 'clock'; at: string; now: string; model?: boolean }
  | { kind: 'now' }
  | { kind: 'exit'; exit: Exit };

const STEER = '`/continue` goes on now, `/continue your words` guides it, `/finish` wraps up, `/abort` stops.';

/** @param n number of the iteration that would come next */
export function nextLine(next: Next, n: number): string {
  switch (next.kind) {
    case 'clock': {
      const when = `${clockTime(next.at, next.now)} (${relative(next.at, next.now)})`;
      const asked = next.model ? 'the model service asks to wait; ' : '';
      return `**Next:** ${asked}iteration ${n} by itself at ${when}. ${STEER}`;
    }
    case 'now':
      return `**Next:** iteration ${n} starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.`;
    case 'exit':
      return exitLine(next.exit);
  }
}

/** The word of the report's header: the seed's outcome, or the exit. */
export function outcome(next: Next): string {
  if (next.kind === 'exit') return next.exit.code;
  return next.kind === 'clock' && next.model ? 'WAITING' : 'CONTINUE';
}

const PASS = '`/approve` lets it pass, `/continue` tries again';
/** What answers a run that does not simply go on. */
const WAITING_FOR: Partial<Record<ExitCode, string>> = {
  CONTEXT_DRIFT: PASS,
  SPEC_DRIFT: PASS,
  SPEC_WAITING: '`/approve` locks the run spec and starts',
};

/** How to take an ended or parked run up again, in the exact words. */
export function wakeWords({ code, kind, resumable }: Exit): string {
  if (!resumable) return 'Put the label back to start a new run.';
  if (kind === 'end') return '`/continue your words` takes it up again.';
  return `${WAITING_FOR[code] ?? '`/continue` goes on'}, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.`;
}

function exitLine(exit: Exit): string {
  const verb = exit.kind === 'park' ? 'The run waits for a person' : 'The run ends';
  return `**Next:** ${verb}: ${EXIT_WORDS[exit.code].title.toLowerCase()}. ${text(exit.why)} ${wakeWords(exit)}`;
}
