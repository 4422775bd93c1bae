// The bot-owned section of the pull request's body: what runs, how far it is, what it cost, what comes next (K5).
import type { Iteration, StageName } from '../record.ts';
import { clip } from './clean.ts';
import { clockTime, relative } from './figures.ts';
import { commitUrl, issueUrl, personUrl, type Run } from './links.ts';
import { code, link, text } from './markdown.ts';
import { type Next, nextLine } from './next.ts';
import { spendLine } from './spend.ts';
import { STAGES_OF } from './stage-names.ts';
import { standing } from './standing.ts';

export type RunState = 'queued' | 'running' | 'waiting' | 'needs-human' | 'done' | 'stopped';

/** What the status section, the check run and `/status` show. Times are ISO. */
export interface StatusView extends Run {
  state: RunState;
  now: string;
  /** Number of the iteration that runs, waits to run, or ran last; 0 before the first. */
  iteration: number;
  /** The stage at work, while running. */
  stage?: StageName;
  /** What its agent does just now; outside text. */
  doing?: string | undefined;
  lastPush?: { sha: string; at: string };
  /** 1-based place among those waiting (K15). */
  queue?: { place: number; of: number };
  next?: Next;
}

export const STATUS_START = '<!-- ultraloop:status -->';
export const STATUS_END = '<!-- /ultraloop:status -->';

export const STATE_SIGNS: Record<RunState, string> = {
  queued: '○ Queued',
  running: '▶ Running',
  waiting: '⏸ Waiting',
  'needs-human': '⏸ Needs a person',
  done: '✔ Done',
  stopped: '■ Stopped',
};
const BAR = 10;

export function statusSection(view: StatusView): string {
  const lines = [
    `### ${headline(view)}`,
    `${progressBar(view)} ${stageMarks(view)}`,
    view.doing === undefined ? '' : `Now: ${code(clip(view.doing, 160))}`,
    origin(view),
    view.next ? nextLine(view.next, standing(view).next) : '',
    `<sub>${figures(view)}</sub>`,
  ];
  return [STATUS_START, lines.filter(line => line !== '').join('\n\n'), STATUS_END].join('\n');
}

/** `▶ Running · iteration 2 of 10 · improve`, plain text. */
export function headline(view: StatusView): string {
  const { state, stage, queue, next } = view;
  const { iteration, limit } = standing(view);
  const parts = [STATE_SIGNS[state]];
  if (queue) parts.push(`place ${queue.place} of ${queue.of} in the queue`);
  parts.push(limit === 0 ? 'before the first iteration' : `iteration ${iteration} of ${limit}`);
  if (stage) parts.push(stage);
  if (next?.kind === 'exit') parts.push(next.exit.code);
  return parts.join(' · ');
}

/** Brakes' counters and spend, in one line. */
export function figures(view: StatusView): string {
  return [...standing(view).brakes, spendLine(view.spec, view.past)].join(' · ');
}

function progressBar(view: StatusView): string {
  const { iteration, limit } = standing(view);
  const done = view.state === 'done' ? BAR : Math.round((BAR * iteration) / Math.max(1, limit));
  const filled = Math.min(BAR, Math.max(0, done));
  return `\`${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}\``;
}

/** The six stages, announced at an iteration's start and ticked off; between iterations what became of the last one's. */
function stageMarks({ stage, past, spec }: StatusView): string {
  const stages = STAGES_OF[spec.loop];
  if (stage !== undefined) {
    const at = stages.indexOf(stage);
    return stages
      .map((name, index) => (index < at ? `${name} ✔` : index === at ? `**${name} ●**` : `${name} ○`))
      .join('  ');
  }
  const done = past.findLast(entry => entry.kind === 'iteration');
  return stages.map(name => `${name} ${done ? markOf(done, name) : '○'}`).join('  ');
}

function markOf({ steps }: Iteration, name: StageName): string {
  if (name === 'report') return '✔';
  const step = steps.findLast(row => row.stage === name);
  if (step === undefined || step.state === 'skipped') return '○';
  return step.state === 'ok' ? '✔' : '✘';
}

/** A link, not a mention: the section is edited often and nobody should be notified each time. */
function origin(view: StatusView): string {
  const { spec, links, lastPush, now } = view;
  const parts = [
    `Started by ${link(spec.startedBy, personUrl(view, spec.startedBy))} from ${link(`issue ${spec.issue}`, issueUrl(view))}`,
  ];
  if (lastPush) {
    const sha = link(lastPush.sha.slice(0, 7), commitUrl(view, lastPush.sha));
    parts.push(`last push ${sha} ${relative(lastPush.at, now)}`);
  }
  if (links.checkRun) parts.push(link('check run', links.checkRun));
  if (links.page) parts.push(link('all iterations', links.page));
  parts.push(`as of ${clockTime(now, now)}`);
  if (spec.sandbox === 'none') parts.push('**no sandbox**');
  else parts.push(`sandbox ${text(spec.sandbox)}`);
  return parts.join(' · ');
}
