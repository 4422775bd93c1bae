// The closing report of the autonomous loop, in the seed's form (A2, A8); it also follows the question where the run only parks.
import { iterationLimit } from '../../brakes/max-cycles.ts';
import { chapter, iterations } from '../../brakes/past.ts';
import type { Exit, Iteration } from '../../record.ts';
import { files } from '../closing.ts';
import { EXIT_WORDS } from '../exit-words.ts';
import { commitUrl, type Run } from '../links.ts';
import { link, marked, table, text } from '../markdown.ts';
import { spendLine } from '../spend.ts';
import { planList, sessionFooter, sessionHeader } from './session-status.ts';

export function autonomousClosing(run: Run, exit: Exit): string {
  const { spec, past } = run;
  const { title, sign } = EXIT_WORDS[exit.code];
  const done = iterations(past);
  const parts = [
    '## Autonomous Loop Complete',
    `**Exit reason:** ${exit.code}\n**Iterations:** ${done.length} of ${iterationLimit(spec, past)}`,
    `**${sign} ${title}.** ${text(exit.why)}`,
    done.length > 0 ? table([['Iter', 'Action', 'Result'], ...rows(run, done, exit)]) : '',
    sessionHeader(run),
    planList(spec, past),
    `**Cost:** ${spendLine(spec, past)}`,
    spec.sandbox === 'none' ? '**Sandbox:** none; agent and checks ran unwalled on the host' : '',
    files(run).join('\n'),
    sessionFooter(run, exit),
  ];
  const key = `closing-${exit.code.toLowerCase()}-${chapter(past)}`;
  return marked(parts.filter(part => part !== '').join('\n\n'), spec.run, key);
}

/** The last one says what it led to, as its own report did. */
function rows(run: Run, done: readonly Iteration[], { code }: Exit): string[][] {
  const led = code === 'JIDOKA' || code === 'MAX' ? code : 'CONTINUE';
  return done.map(iteration => row(run, iteration, iteration === done.at(-1) ? led : 'CONTINUE'));
}

/** `| 2 | Write format (`abc1234`) | CONTINUE: RED: test |` */
function row(run: Run, iteration: Iteration, outcome: string): string[] {
  const { n, commit, autonomous } = iteration;
  const action = text(autonomous?.commit.title ?? 'not begun');
  const at = commit === undefined ? '' : ` (${link(commit.slice(0, 7), commitUrl(run, commit))})`;
  return [String(n), `${action}${at}`, text(result(iteration, outcome))];
}

/** The seed's outcome and, short of success, the step that kept it from that. */
function result({ autonomous, cut, failure, steps }: Iteration, outcome: string): string {
  if (autonomous?.outcome === 'SUCCESS') return 'SUCCESS';
  if (cut) return `cut short by ${cut}`;
  if (failure) return `failed: ${failure.code}`;
  const bad = steps.find(step => step.state === 'bad');
  return bad ? `${outcome}: ${bad.result}` : outcome;
}
