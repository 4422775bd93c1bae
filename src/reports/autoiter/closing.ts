// Autoiter's closing report, exit first: how far the scalar came, what each iteration did, what is put off, what it cost (C13).
import { iters, lastScalar } from '../../brakes/autoiter-past.ts';
import { budgetUse } from '../../brakes/budget-exhausted.ts';
import { deferredPool } from '../../brakes/gates.ts';
import { chapter, last, unanswered } from '../../brakes/past.ts';
import { lockedRunSpec } from '../../brakes/run-spec-lock.ts';
import type { Exit, ExitCode } from '../../record.ts';
import { failureTitle } from '../checks.ts';
import { files, section } from '../closing.ts';
import { EXIT_WORDS } from '../exit-words.ts';
import { issueUrl, type Run } from '../links.ts';
import { code, link, marked, table, text } from '../markdown.ts';
import { wakeWords } from '../next.ts';
import { spendLine } from '../spend.ts';
import { figure } from './figure.ts';
import { fixesTable } from './fixes-table.ts';
import { guards } from './guards.ts';
import { doneLine, signed } from './moment.ts';
import { decisionOf } from './summary.ts';

/** The seed's terminal states; an end people brought about has no other name than its exit. */
const TERMINAL: Partial<Record<ExitCode, string>> = {
  CONVERGED: 'converged',
  BUDGET_EXHAUSTED: 'budget_exhausted',
  TOKEN_EXHAUSTION: 'budget_exhausted',
  ESCALATED: 'escalated',
};

export function autoiterClosing(run: Run, exit: Exit): string {
  const { title, sign } = EXIT_WORDS[exit.code];
  const parts = [
    `## Autoiter Report · ${exit.code}`,
    `**${sign} ${title}.** ${text(exit.why)}`,
    section('Summary', summary(run, exit)),
    section('Iterations', iterations(run, exit)),
    section('Fixes', fixesTable(run)),
    section('Guards', lines(guards(iters(run.past).at(-1)?.autoiter ?? EMPTY), 'Nothing was guarded against yet.')),
    section('Pending Decisions', pending(run, exit)),
    section('Files', files(run)),
    wakeWords(exit),
  ];
  return marked(parts.join('\n\n'), run.spec.run, `closing-${exit.code.toLowerCase()}-${chapter(run.past)}`);
}

function summary({ spec, past, links }: Run, exit: Exit): string[] {
  const run = lockedRunSpec(spec, past);
  const [used] = run ? budgetUse(run, past) : [];
  const sandbox = spec.sandbox === 'none' ? ['- **Sandbox**: none; agent and checks ran unwalled on the host'] : [];
  return [
    `- **Task**: ${link(`issue ${spec.issue}`, issueUrl({ spec, links }))} ${text(spec.title)}`,
    ...(run ? [`- **Trigger**: ${code(run.trigger.invocation)}`, `- **Primary goal**: ${run.primary_goal}`] : []),
    `- **Iterations**: ${used ? `${used.value} / ${used.limit}` : 'none, the run spec was not approved'}`,
    `- **Exit reason**: ${exit.code}`,
    `- **Status**: ${text(doneLine(TERMINAL[exit.code] ?? exit.code.toLowerCase(), lastScalar(past)))}`,
    `- **Cost**: ${spendLine(spec, past)}`,
    ...sandbox,
  ];
}

function iterations({ past }: Run, exit: Exit): string[] {
  const all = iters(past);
  if (all.length === 0) return ['No iteration ran.'];
  const rows = all.map(({ autoiter: { scalar, fixes, rollback, issues } }, index) => {
    const { before, after } = scalar ?? { before: null, after: null };
    const made = fixes.filter(({ commit }) => commit !== undefined).length;
    return [
      String(index + 1),
      `${figure(before)} → ${figure(after)}`,
      before === null || after === null ? '-' : signed(after - before),
      String(issues.length),
      `${made}${rollback.length > 0 ? `, ${rollback.length} reverted` : ''}`,
      decisionOf(index === all.length - 1 ? exit : undefined),
    ];
  });
  return [table([['Iter', 'Scalar', 'Δ', 'Issues', 'Fixes', 'Decision'], ...rows])];
}

/** Everything a person still has to decide or look at. */
function pending({ past }: Run, exit: Exit): string[] {
  const failure = last(past)?.failure;
  const comment = unanswered(past, 'comment');
  const open = [
    ...(exit.asks ? exit.evidence.map(line => `- ${text(line)}`) : []),
    ...(failure ? [`- ${text(failureTitle(failure.code))}: ${text(failure.detail)}`] : []),
    ...(comment ? [`- A comment by ${text(comment.by)} is not answered: ${text(comment.text)}`] : []),
    ...deferredPool(past).map(({ id, title, tag }) => `- Deferred: ${text(id)} ${text(title)} (${tag})`),
  ];
  return lines(open.slice(0, 40), 'None.');
}

const lines = (list: string[], none: string): string[] => (list.length === 0 ? [none] : list);

const EMPTY = { specialCasing: [], rollback: [] };
