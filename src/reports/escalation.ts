// Asks people: what stopped the run, the evidence, and numbered options with the exact words to answer (K9).
import { failuresInARow } from '../brakes/broken.ts';
import { budget } from '../brakes/budget.ts';
import { budgetShares, isShort } from '../brakes/budget-shares.ts';
import { reachedGoal } from '../brakes/exit.ts';
import { chapter, last } from '../brakes/past.ts';
import { isRefused } from '../brakes/protected-change.ts';
import type { Exit, ExitCode } from '../record.ts';
import { attempts } from './autonomous/attempts.ts';
import { failureTodo, logs } from './checks.ts';
import { EXIT_WORDS } from './exit-words.ts';
import { dollars, tokenCount } from './figures.ts';
import { commitUrl, type Run, treeUrl } from './links.ts';
import { code as codeSpan, link, marked, mention, text } from './markdown.ts';
import { driftShown } from './ralph/drift.ts';

/** Who was asked and why them. `because` is a sentence's end: "`CODEOWNERS` names you for `rtl/me/`". */
export interface Asked {
  logins: string[];
  because: string;
}

const SHOWS_LOGS: ReadonlySet<ExitCode> = new Set([
  'BROKEN',
  'JIDOKA',
  'MAX',
  'MAX_CYCLES',
  'NO_PROGRESS',
  'CIRCUIT_BREAKER',
  'OUTER_BREAKER',
]);

/** A goal asks only where the tests that prove it were changed on the way. */
const AFTER_GOAL = [
  'review the tests and merge — they are as they should be',
  '`/continue put the tests back as they were and reach the goal without changing them` — the run goes on',
];

export function escalation(run: Run, exit: Exit, asked: Asked): string {
  const { title, sign } = EXIT_WORDS[exit.code];
  const cycle = last(run.past);
  const lines = exit.evidence.map(line => `- ${text(line)}`);
  const failure = failuresInARow(run.past).at(-1);
  const parts = [
    reachedGoal(exit) ? `## ${sign} ${title}, but look at the tests` : `## ${sign} Stopped: ${title.toLowerCase()}`,
    text(exit.why),
    [...lines, ...kept(run, exit)].join('\n'),
    exit.code === 'BROKEN' && failure ? failureTodo(failure.code) : '',
    ...(cycle !== undefined && SHOWS_LOGS.has(exit.code) ? logs(cycle) : []),
    ...driftShown(cycle),
    exit.code === 'JIDOKA' ? attempts(run) : '',
    numbered(run, exit),
    people(asked),
  ];
  const key = `escalation-${exit.code.toLowerCase()}-${chapter(run.past)}`;
  return marked(parts.filter(part => part !== '').join('\n\n'), run.spec.run, key);
}

function numbered(run: Run, { code }: Exit): string {
  const own = reachedGoal({ code }) ? AFTER_GOAL : EXIT_WORDS[code].options;
  const options = [...(code === 'TOKEN_EXHAUSTION' ? raises(run) : []), ...own];
  return options.map((option, index) => `${index + 1}. ${option}`).join('\n');
}

/** A budget is hard: only words that raise it go on. Each limit the run was given is offered doubled, and each it ran into. */
function raises({ spec, past }: Run): string[] {
  const { max_cost_usd: cost, max_tokens: tokens, max_wallclock_min: clock } = budget(spec, past);
  const ranOut = budgetShares(spec, past).some(share => share.kind === 'minutes' && isShort(share));
  const minutes = ranOut ? clock : spec.budget.max_wallclock_min && clock;
  const option = (flag: string, limit: number, shown: string) =>
    `\`/continue --${flag} ${limit * 2}\` — raise the limit of ${shown} to that and go on`;
  return [
    ...(cost === undefined ? [] : [option('max-cost', cost, dollars(cost))]),
    ...(tokens === undefined ? [] : [option('max-tokens', tokens, `${tokenCount(tokens)} tokens`)]),
    ...(minutes === undefined ? [] : [option('max-minutes', minutes, `${minutes} minutes of work`)]),
  ];
}

/** Where the violating tree and the last good commit are, so that a person can look before answering. */
function kept(run: Run, { code }: Exit): string[] {
  const iterations = run.past.filter(entry => entry.kind === 'iteration');
  const good = iterations.findLast(iteration => iteration.commit && !isRefused(iteration))?.commit;
  const stash = iterations.at(-1)?.freeze?.stash;
  const aside = iterations.at(-1)?.guard?.stash;
  const lines: string[] = [];
  if (code === 'FREEZE_VIOLATION' && stash) {
    lines.push(`- The change is kept on ${link(stash.branch, treeUrl(run, stash.branch))}; nothing is lost`);
  }
  if (code === 'PROTECTED_CHANGE' && aside) {
    const where = aside.host
      ? `on the host only, as ${codeSpan(aside.branch)} in the app’s copy of the repository`
      : `on ${link(aside.branch, treeUrl(run, aside.branch))}`;
    lines.push(`- The change is kept ${where}; nothing is lost`);
  }
  const drifted = iterations.at(-1)?.ralph?.kept;
  if (drifted)
    lines.push(`- The work is kept on ${link(drifted.branch, treeUrl(run, drifted.branch))}; nothing is lost`);
  if (good) lines.push(`- Last good commit: ${link(good.slice(0, 7), commitUrl(run, good))}`);
  return lines;
}

function people({ logins, because }: Asked): string {
  if (logins.length === 0 && because === '') return '';
  if (logins.length === 0) return `Nobody could be asked for review: ${text(because)}.`;
  return `${logins.map(mention).join(' ')} you were asked because ${text(because)}.`;
}
