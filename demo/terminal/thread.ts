// An issue and its pull request as a person reads them on GitHub, top to bottom.
import type { Comment, Thread, TimelineEntry } from '../../test/github/index.ts';
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
  for (const entry of thread.timeline) {
    const shown = renderEntry(thread, entry, { width, colours });
    // Texts stand apart, what merely happened stands close.
    if (shown.length > 1 && lines.at(-1) !== '') lines.push('');
    lines.push(...shown, ...(shown.length > 1 ? [''] : []));
  }
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function renderEntry(thread: Thread, entry: TimelineEntry, { width, colours }: Paper): string[] {
  const who = `${colours.dim(entry.at.slice(11, 19))}  ${colours.bold(entry.actor)}`;
  const post = postOf(thread, entry);
  if (post) {
    const text = renderMarkdown(post.body ?? '', width - 4, colours);
    const reactions = reactionsLine(post.reactions);
    return [
      who,
      ...text.map(line => (line === '' ? colours.dim('  │') : `${colours.dim('  │')} ${line}`)),
      ...(reactions === '' ? [] : [colours.dim(`  └ ${reactions}`)]),
    ];
  }
  const words = WORDS[entry.kind];
  if (words === undefined) return [];
  const sha = entry.sha ? ` ${colours.code(entry.sha.slice(0, 7))}` : '';
  const [text = ''] = harmless(entry.text).split('\n');
  return [`${who} ${colours.dim([words, text].join(' ').trim())}${sha}`];
}

/** A comment as it is now, or the text the thread was opened with. */
function postOf(
  thread: Thread,
  { kind, id }: TimelineEntry,
): (Pick<Comment, 'reactions'> & { body: string | null }) | undefined {
  if (kind === 'opened') return thread;
  return kind === 'comment' ? thread.comments.find(comment => comment.id === id) : undefined;
}

/** `eyes, rocket by ultraloop[bot]` */
function reactionsLine(reactions: Comment['reactions']): string {
  const people = [...new Set(reactions.map(({ user }) => user.login))];
  const by = (login: string): string =>
    `${reactions
      .filter(({ user }) => user.login === login)
      .map(({ content }) => content)
      .join(', ')} by ${login}`;
  return people.map(by).join(' · ');
}

function stateOf({ pull, state }: Thread): string {
  if (pull?.mergedAt) return 'merged';
  if (state === 'closed') return 'closed';
  return pull?.draft ? 'draft' : 'ready for review';
}
