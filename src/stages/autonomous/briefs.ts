// What each role of the autonomous loop is told. Outside text, also the words of the plan, is marked as data.
import { commits, contractOf, missed } from '../../brakes/commits.ts';
import { iterations } from '../../brakes/past.ts';
import type { Iteration } from '../../record.ts';
import type { Brief } from '../../tools.ts';
import { reviewBrief } from '../brief.ts';
import { failing, guidance, lastIteration, lessons, oneLine, resumed, rules, task, where } from '../brief-parts.ts';
import type { Cycle } from '../cycle.ts';
import { whatIsLeft } from '../what-is-left.ts';
import { facts } from './facts.ts';

export function planBrief(cycle: Cycle): Brief[] {
  const { spec, past, draft } = cycle;
  const acceptance = spec.autonomous?.acceptance ?? [];
  return [
    ours(`Plan iteration ${draft.n}`, 'Split the task below into commits, in the order they should be made.'),
    ...guidance(past),
    ...task(spec),
    ...list('Must hold at the end', acceptance),
    ...lessons(spec),
    ...rules(spec),
  ];
}

/** For the implementer: newest guidance first, then what is open, then the present commit of the plan. */
export function commitBrief(cycle: Cycle): Brief[] {
  const { spec, past, draft } = cycle;
  const last = lastIteration(past);
  return [
    ...guidance(past),
    ...whatIsLeft(spec, past),
    ...(last ? [...resumed(last, draft.n), ...open(last)] : []),
    ...present(cycle),
    ...task(spec),
    ...lessons(spec),
    ...rules(spec),
  ];
}

/** pr-review holds the change against hard rules and conventions (A4). */
export function prReviewBrief(cycle: Cycle): Brief[] {
  const [head, ...rest] = reviewBrief(cycle);
  const ruled = cycle.spec.autonomous?.rules ?? [];
  const how = [
    'Must-fix is what breaks a hard rule or a convention below, or what makes the change wrong. Name the rule it breaks.',
    'Must-fix items block the commit. What later commits of the plan will bring is not missing now.',
  ];
  return [
    ...(head ? [{ ...head, text: [...how, '', head.text].join('\n') }] : []),
    ...ruled.map(({ path, text }) => data(`Hard rules and conventions: ${path}`, text)),
    ...present(cycle),
    ...rest,
  ];
}

/** qa-commit judges the commit's contract item by item (A5). */
export function qaBrief(cycle: Cycle, contract: readonly string[]): Brief[] {
  const numbered = contract.map((item, at) => `${at + 1}. ${item}`);
  return [
    ours(
      `Verify iteration ${cycle.draft.n}`,
      `Judge a contract: each of the ${contract.length} numbered items below, by what the repository really does. All checks are green already.`,
    ),
    data('The contract of this commit', numbered.join('\n')),
    ...present(cycle),
    ...task(cycle.spec),
  ];
}

/** For the debugger: what failed now, what was thought to be the cause before. */
export function debugBrief(cycle: Cycle): Brief[] {
  const { spec, past, draft } = cycle;
  const before = iterations(past).flatMap(({ n, autonomous }) =>
    autonomous?.debug ? [{ n, ...autonomous.debug }] : [],
  );
  return [
    ours(`Debug iteration ${draft.n}`, 'Find the cause of the errors below and mend it. Change nothing else.'),
    ...guidance(past),
    ...whatIsLeft(spec, past),
    ...list('Errors', facts(cycle).errors),
    ...failing(draft),
    ...open(draft),
    ...list(
      'Causes that were assumed before, and were not the whole story',
      before.map(({ n, cause }) => `iteration ${n}: ${cause}`),
    ),
    ...present(cycle),
    ...lessons(spec),
    ...rules(spec),
  ];
}

/** What a review or a contract still wants of an iteration. */
function open({ autonomous }: Iteration): Brief[] {
  const findings = autonomous?.review?.verdict === 'BLOCK' ? autonomous.review.findings : [];
  const items = missed(autonomous?.qa?.items ?? []);
  return [
    ...list(
      'The review blocks because of',
      findings.map(finding => `${where(finding)}: ${finding.what}`),
    ),
    ...list(
      'Not met',
      items.map(item => `${item.name}: ${item.detail}`),
    ),
  ];
}

function present({ spec, past, draft }: Cycle): Brief[] {
  const planned = draft.autonomous?.plan ?? commits(spec, past);
  const at = draft.autonomous?.commit.index ?? 0;
  const marks = planned.map(
    ({ title }, index) => `${index < at ? 'done' : index === at ? 'NOW ' : 'later'} ${index + 1}. ${oneLine(title)}`,
  );
  const contract = contractOf(spec, planned, at);
  return [
    data(`The commit plan: commit ${at + 1} of ${planned.length} is worked on now`, marks.join('\n')),
    ...list('What must hold when this commit is done', contract),
  ];
}

function list(heading: string, lines: readonly string[]): Brief[] {
  return lines.length === 0 ? [] : [data(heading, lines.map(line => `- ${line}`).join('\n'))];
}

const ours = (heading: string, text: string): Brief => ({ heading, text, trust: 'ours' });
const data = (heading: string, text: string): Brief => ({ heading, text, trust: 'data' });
