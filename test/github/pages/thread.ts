// An issue or a pull request as its reader sees it.
import { repoHtml } from '../hub.ts';
import type { Account, Comment, Reaction, Thread, TimelineEntry } from '../state/model.ts';
import { fullName } from '../state/state.ts';
import { type Html, html, type Part } from './html.ts';
import { avatar, hidden, labelChip, layout, repoPath, roleTag, threadPath, type Visit, when } from './layout.ts';
import { markdown } from './markdown.ts';
import { head, mergeBox, side, tabs } from './thread-parts.ts';

export function threadPage(visit: Visit, thread: Thread): string {
  const content = html`${head(thread)}${thread.pull ? tabs(thread, 'conversation') : html`<hr class="dim">`}
<div class="columns"><div>${conversation(visit, thread)}${thread.pull ? mergeBox(visit, thread) : ''}${commentForm(visit, thread)}</div>${side(visit, thread)}</div>`;
  return layout(visit, `${thread.title} · #${thread.number}`, content);
}

function conversation(visit: Visit, thread: Thread): Part {
  const comments = new Map(thread.comments.map(comment => [comment.id, comment]));
  return thread.timeline.map(entry => {
    if (entry.kind === 'opened')
      return post(visit, thread, {
        author: thread.author,
        body: thread.body ?? '',
        at: thread.createdAt,
        reactions: thread.reactions,
        id: 'opening',
        minimized: null,
      });
    const comment = entry.kind === 'comment' ? comments.get(entry.id ?? 0) : undefined;
    if (comment) return post(visit, thread, fromComment(comment));
    return entry.kind in WORDS ? event(thread, entry) : null;
  });
}

interface Post {
  id: string;
  author: Account;
  body: string;
  at: string;
  reactions: Reaction[];
  minimized: string | null;
}

const fromComment = (comment: Comment): Post => ({
  id: `issuecomment-${comment.id}`,
  author: comment.author,
  body: comment.body,
  at: comment.createdAt,
  reactions: comment.reactions,
  minimized: comment.minimized,
});

function post(visit: Visit, thread: Thread, item: Post): Html {
  const body =
    item.body === ''
      ? html`<em class="dim">No description provided.</em>`
      : markdown(item.body, repoHtml(visit.hub, thread.repo));
  const inner = html`<div class="body md">${body}</div>${reactions(item.reactions)}`;
  const shown = item.minimized
    ? html`<details><summary class="row dim">This comment was marked as ${item.minimized}.</summary>${inner}</details>`
    : inner;
  return html`<article class="box ${item.author === visit.who ? 'own' : ''}" id="${item.id}"><header>${avatar(item.author)} <b>${item.author.login}</b>
${roleTag(thread.repo, item.author)} <a class="dim" href="#${item.id}">${when(item.at)}</a></header>${shown}</article>`;
}

const FACES: Record<string, string> = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  confused: '😕',
  heart: '❤️',
  hooray: '🎉',
  rocket: '🚀',
  eyes: '👀',
};

function reactions(all: Reaction[]): Part {
  if (all.length === 0) return null;
  const contents = [...new Set(all.map(item => item.content))];
  const who = (content: string): string =>
    all
      .filter(item => item.content === content)
      .map(item => item.user.login)
      .join(', ');
  return html`<div class="reactions">${contents.map(content => html`<span title="${who(content)}">${FACES[content]} ${all.filter(item => item.content === content).length}</span>`)}</div>`;
}

// What happened, in GitHub's words. Kinds that are not here are not shown on the page.
const WORDS: Partial<Record<TimelineEntry['kind'], [string, string]>> = {
  labeled: ['●', 'added'],
  unlabeled: ['○', 'removed'],
  assigned: ['→', 'assigned'],
  unassigned: ['←', 'unassigned'],
  commit: ['◆', 'committed'],
  force_pushed: ['◇', 'force-pushed'],
  branch_deleted: ['✘', 'deleted the branch'],
  review_requested: ['?', 'requested a review from'],
  review_request_removed: ['?', 'withdrew the review request for'],
  reviewed: ['✎', 'reviewed:'],
  ready_for_review: ['✔', 'marked this as ready for review'],
  converted_to_draft: ['○', 'converted this to a draft'],
  closed: ['■', 'closed this'],
  merged: ['✔', 'merged this'],
  reopened: ['▶', 'reopened this'],
  locked: ['■', 'locked the conversation'],
  unlocked: ['▶', 'unlocked the conversation'],
  renamed: ['✎', 'changed the title to'],
};

function event(thread: Thread, entry: TimelineEntry): Html {
  const [sign, words] = WORDS[entry.kind] ?? ['', entry.kind];
  const label = entry.kind.endsWith('labeled') ? thread.repo.labels.get(entry.text.toLowerCase()) : undefined;
  const detail = label
    ? labelChip(label)
    : entry.sha
      ? html`<a href="${repoPath(thread.repo)}/commit/${entry.sha}">${entry.text}</a> <code>${entry.sha.slice(0, 7)}</code>`
      : html`<b>${entry.text}</b>`;
  return html`<div class="event"><span class="sign">${sign}</span><span><b>${entry.actor}</b> ${words} ${detail} ${when(entry.at)}</span></div>`;
}

function commentForm(visit: Visit, thread: Thread): Html {
  const about = { repo: fullName(thread.repo), number: thread.number, back: threadPath(thread) };
  const closing = thread.state === 'open' ? 'Close' : 'Reopen';
  return html`<form class="box" method="post" action="/_act">${hidden(about)}<div class="body">
<textarea name="body" aria-label="Comment" placeholder="Comment as ${visit.who.login}"></textarea>
<div class="actions"><button name="do" value="${closing.toLowerCase()}">${closing}</button><button class="main" name="do" value="comment">Comment</button></div></div></form>`;
}
