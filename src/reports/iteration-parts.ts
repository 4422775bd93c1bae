// Parts every loop's iteration report has: what failed, the steps table, the notes (section 6).
import type { Entry, Iteration, Past, Step } from '../record.ts';
import { failureTitle, failureTodo } from './checks.ts';
import { findingLink } from './finding.ts';
import { commitUrl, compareUrl, type Run } from './links.ts';
import { code, link, table, text } from './markdown.ts';
import { STAGE_TITLES } from './stage-names.ts';

/** The past as it was when the iteration ended, so that a late report shows the numbers of its time. */
export function upTo(past: Past, iteration: Iteration): Past {
  const isIt = (entry: Entry) => entry.kind === 'iteration' && entry.n === iteration.n;
  const at = past.findIndex(isIt);
  return at < 0 ? [...past, iteration] : past.slice(0, at + 1);
}

export function failureLine({ failure }: Iteration): string {
  if (!failure) return '';
  const sign = failure.code === 'model-limited' ? '⏸' : '✘';
  return `**${sign} ${text(failureTitle(failure.code))}:** ${text(failure.detail)}. ${failureTodo(failure.code)}`;
}

/** @param who the seed's word for who does a step */
export function stepsTable(run: Run, iteration: Iteration, who = 'By'): string {
  const rows = iteration.steps.map(step => [STAGE_TITLES[step.stage], by(step), result(run, iteration, step)]);
  return rows.length === 0 ? '' : table([['Step', who, 'Result'], ...rows]);
}

function by({ stage, by: who }: Step): string {
  const isCommand = (stage === 'contracts' && !/^\d+ commands$/.test(who)) || stage === 'trigger' || stage === 'setup';
  return isCommand ? code(who) : text(who);
}

function result(run: Run, iteration: Iteration, step: Step): string {
  // Contract tests carry a sign for each block already.
  const sign = step.state === 'bad' && step.stage !== 'contracts' ? '✘ ' : '';
  return [`${sign}${text(step.result)}`, extra(run, iteration, step)].filter(part => part !== '').join(': ');
}

/** What a step's row adds to the recorded result: the diff, the places of the improvements, where a violation was kept. */
function extra(run: Run, iteration: Iteration, { stage }: Step): string {
  const { commit, freeze, guard } = iteration;
  if (stage === 'execute' && commit) {
    const before = run.past.findLast(entry => entry.kind === 'iteration' && entry.n < iteration.n && entry.commit);
    const from = before?.kind === 'iteration' && before.commit ? before.commit : run.spec.base;
    return `${link('diff', compareUrl(run, from, commit))}, ${link(commit.slice(0, 7), commitUrl(run, commit))}`;
  }
  if (stage === 'improve')
    return iteration.improvements
      .slice(0, 5)
      .map(item => findingLink(run, item, commit))
      .join('; ');
  if (stage === 'freeze' && freeze?.stash)
    return `kept on ${link(freeze.stash.branch, commitUrl(run, freeze.stash.commit))}`;
  if (stage === 'guard' && guard?.stash && !guard.stash.host)
    return link(guard.stash.branch, commitUrl(run, guard.stash.commit));
  return '';
}

export function notesList(run: Run, { notes: said, review, commit }: Iteration): string {
  const sandbox = run.spec.sandbox === 'none' ? ['- **No sandbox:** agent and checks ran unwalled on the host.'] : [];
  const minor = review?.notes.slice(0, 10).map(note => `- Note: ${findingLink(run, note, commit)}`) ?? [];
  const more = (review?.notes.length ?? 0) > 10 ? [`- and ${(review?.notes.length ?? 0) - 10} more notes`] : [];
  const lines = [...sandbox, ...said.slice(0, 20).map(note => `- ${text(note)}`), ...minor, ...more];
  return lines.length === 0 ? '' : ['**Notes**', ...lines].join('\n');
}
