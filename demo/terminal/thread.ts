// An issue and its pull request as a person reads them on GitHub, top to bottom.
import type { Thread, TimelineEntry } from '../../test/github/index.ts';
import type { Colours } from './colours.ts';
import { harmless } from './inline.ts';
import { renderMarkdown } from './markdown.ts';

/** What happened, in GitHub's words. Kinds that are not here are not worth a line. */
const WORDS: Partial<Record<TimelineEntry['kind'], string>> = {
  labeled: 'added',
  commit: 'pushed',
  force_pushed: 'force-pushed',
  review_requested: 'asked for a review by',
  ready_for_review: 'marked this as ready for review',
  converted_to_draft: 'converted this to a draft',
  closed: 'closed this',
  reopened: 'reopened this',
  merged: 'merged this',
  branch_deleted: 'deleted the branch',
  reaction: 'saw it:',
};

interface Paper {
  width: number;
  colours: Colours;
}

export function renderThread(thread: Thread, { width, colours }: Paper): string[] {
  const what = thread.pull ? `pull request · ${stateOf(thread)}` : `issue · ${thread.state}`;
  const title = ` ${thread.repo.owner.login}/${thread.repo.name}#${thread.number} ${harmless(thread.title)} `;
  const tail = ` ${what} ──`;
  const rule = '─'.repeat(Math.max(2, width - title.length - tail.length - 2));
  const lines = [colours.bold(`──${title}${rule}${tail}`), ''];
  for (const entry of thread.timeline) lines.push(...renderEntry(thread, entry, { width, colours }));
  return lines;
}

function renderEntry(thread: Thread, entry: TimelineEntry, { width, colours }: Paper): string[] {
  const who = `${colours.dim(entry.at.slice(11, 19))}  ${colours.bold(entry.actor)}`;
  const body = bodyOf(thread, entry);
  if (body !== undefined) {
    const text = renderMarkdown(body, width - 4, colours);
    return [who, ...text.map(line => (line === '' ? colours.dim('  │') : `${colours.dim('  │')} ${line}`)), ''];
  }
  const words = WORDS[entry.kind];
  if (words === undefined) return [];
  const sha = entry.sha ? ` ${colours.code(entry.sha.slice(0, 7))}` : '';
  const [text = ''] = harmless(entry.text).split('\n');
  return [`${who} ${colours.dim([words, text].join(' ').trim())}${sha}`, ''];
}

/** A comment's text as it is now, or the text the thread was opened with. */
function bodyOf(thread: Thread, { kind, id }: TimelineEntry): string | undefined {
  if (kind === 'opened') return thread.body ?? '';
  return kind === 'comment' ? thread.comments.find(comment => comment.id === id)?.body : undefined;
}

function stateOf({ pull, state }: Thread): string {
  if (pull?.mergedAt) return 'merged';
  if (state === 'closed') return 'closed';
  return pull?.draft ? 'draft' : 'ready for review';
}
