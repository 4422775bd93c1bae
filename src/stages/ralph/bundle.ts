// 2. The context bundle (R2): plan, summary, this slice's entry, the log. On a retry the same again with the failure on top; of the
// former attempt nothing else. Everything in it is bounded, and outside text is data.
import { withoutEntry } from '../../brakes/implementation-log.ts';
import { ATTEMPTS, attemptsAt, type SliceTask } from '../../brakes/ralph-course.ts';
import type { Entry, Past, Word } from '../../record.ts';
import type { RalphPlan, Spec } from '../../spec.ts';
import type { Brief } from '../../tools.ts';
import { lessons } from '../brief-parts.ts';
import { whatIsLeft } from '../what-is-left.ts';

/** Characters of each part; the newest end of the log and of people's words is what matters. */
const LIMIT = { failure: 12_000, words: 8_000, document: 16_000, log: 16_000 };

export interface Bundling {
  spec: Spec;
  past: Past;
  task: SliceTask;
  /** The log as it is on the branch. */
  log: string;
}

export function bundle({ spec, past, task, log }: Bundling): Brief[] {
  const plan = spec.ralph;
  if (!plan) return [];
  const { slice } = task;
  return [
    ...said(past, task),
    ...(task.failure === undefined ? [] : [data('What failed the last time', clip(task.failure, LIMIT.failure))]),
    { heading: heading(task), text: orders(spec, plan), trust: 'ours' },
    ...whatIsLeft(spec, past),
    data('The slice', slice.entry),
    data('Done means', slice.definition_of_done.map(line => `- ${line}`).join('\n')),
    ...lessons(spec),
    ...plan.bundle.map(({ path, text }) => data(path, clip(text, LIMIT.document))),
    data(plan.log, withoutEntry(log, slice).slice(-LIMIT.log) || 'No slice has been built yet.'),
  ];
}

/** `Slice slice-1, attempt 2 of 3`: ids are checked when they are read, names stay in the data. */
function heading({ slice, attempt, pass }: SliceTask): string {
  return `Slice ${slice.id}, attempt ${attempt} of ${ATTEMPTS}${pass === 'outer' ? ' of the outer pass' : ''}`;
}

function orders({ freeze }: Spec, plan: RalphPlan): string {
  const checks = [plan.typecheck, plan.tests].filter(Boolean).map(command => `\`${command}\``);
  return [
    'Build this one slice and nothing beyond it. What earlier attempts and slices wrote is in the worktree.',
    'Change only files of the layers the slice declares.',
    ...(checks.length > 0 ? [`Afterwards these are run and decide: ${checks.join(', ')}`] : []),
    ...(freeze ? [`Frozen, a change there stops everything: ${freeze.paths.join(', ')}`] : []),
    `\`${plan.log}\` is read-only for you: a change there is thrown away. Instead, put into your answer a key \`entry\` that tells the`,
    'slices after you what this one built as a whole, also what earlier attempts at it wrote. It is an object with the keys',
    '`files` (created or modified, a list of paths), `endpoints` (a list such as "POST /api/resource"), `tables` (a list),',
    '`tests` (such as "12 unit tests, 3 integration tests") and `layers` (a list). Leave lists empty where there is nothing.',
  ].join('\n');
}

/** Words of people since the slice was begun, newest first: each attempt starts afresh, so each is told again. */
function said(past: Past, { slice, pass }: SliceTask): Brief[] {
  const first = attemptsAt(past, slice, pass)[0]?.n ?? Number.POSITIVE_INFINITY;
  const before = past.findLast(entry => entry.kind === 'iteration' && entry.n < first);
  const words = past.slice(before?.kind === 'iteration' ? before.known : 0).filter(isSaid);
  if (words.length === 0) return [];
  const text = words.reverse().map(word => `${word.by}: ${word.text}`);
  return [data('A maintainer says, before anything else', clip(text.join('\n\n'), LIMIT.words))];
}

function isSaid(entry: Entry): entry is Word {
  return entry.kind === 'word' && entry.text.trim() !== '';
}

const data = (heading: string, text: string): Brief => ({ heading, text, trust: 'data' });

/** Beginning and end of a text that is too long: an error's cause stands first, its summary last. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit * 0.6);
  return `${text.slice(0, head)}\n… ${text.length - limit} characters left out …\n${text.slice(head - limit)}`;
}
