// An issue or a pull request as its reader sees it.
import { repoHtml } from '../hub.ts';
import type { Account, CheckRun, Comment, Reaction, Thread, TimelineEntry } from '../state/model.ts';
import { fullName } from '../state/state.ts';
import { type Html, html, type Part } from './html.ts';
import {
  avatar,
  badge,
  button,
  hidden,
  labelChip,
  layout,
  repoPath,
  repoTitle,
  roleTag,
  threadPath,
  type Visit,
  when,
} from './layout.ts';
import { markdown } from './markdown.ts';

export function threadPage(visit: Visit, thread: Thread): string {
  const content = html`${head(thread)}${thread.pull ? tabs(thread, 'conversation') : html`<hr class="dim">`}
<div class="columns"><div>${conversation(visit, thread)}${thread.pull ? mergeBox(visit, thread) : ''}${commentForm(visit, thread)}</div>${side(visit, thread)}</div>`;
  return layout(visit, `${thread.title} · #${thread.number}`, content);
}

export function head(thread: Thread): Html {
  const { pull } = thread;
  const what = pull
    ? html`wants to merge <code>${pull.headRef}</code> into <code>${pull.baseRef}</code>`
    : html`opened this issue ${when(thread.createdAt)}`;
  return html`${repoTitle(thread.repo)}<h1>${thread.title} <span class="dim">#${thread.number}</span></h1>
<p>${badge(thread)} <span class="dim"><b>${thread.author.login}</b> ${what}</span></p>`;
}

export function tabs(thread: Thread, current: string): Html {
  const runs = runsOf(thread);
  const path = threadPath(thread);
  const tab = (name: string, to: string, title: string, count?: number): Html =>
    html`<a href="${path}${to}" ${name === current ? html`aria-current="page"` : ''}>${title}${count === undefined ? '' : html` <span class="count">${count}</span>`}</a>`;
  return html`<nav class="tabs">${tab('conversation', '', 'Conversation', thread.comments.length)}${tab('commits', '/commits', 'Commits')}
${tab('checks', '/checks', 'Checks', runs.length)}${tab('files', '/files', 'Files changed')}</nav>`;
}

export const runsOf = (thread: Thread): CheckRun[] =>
  [...thread.repo.checkRuns.values()].filter(run => run.headSha === thread.pull?.headSha).reverse();

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

export function runRow(thread: Thread, run: CheckRun, back: string): Html {
  const done = run.status === 'completed';
  const good = ['success', 'neutral', 'skipped'].includes(run.conclusion ?? '');
  const sign = done
    ? good
      ? html`<span class="sign good">✔</span>`
      : html`<span class="sign bad">✘</span>`
    : html`<span class="sign busy">●</span>`;
  const repo = fullName(thread.repo);
  const buttons = run.actions.map(
    action =>
      html`<span title="${action.description}">${button({ do: 'click', repo, id: run.id, action: action.identifier, back }, action.label)}</span> `,
  );
  return html`<div class="row">${sign}<div class="grow"><a href="${repoPath(thread.repo)}/runs/${run.id}"><b>${run.name}</b></a>
<span class="dim">${done ? run.conclusion : run.status}${run.output.title ? ` — ${run.output.title}` : ''}</span></div><div>${buttons}</div></div>`;
}

function mergeBox(visit: Visit, thread: Thread): Html {
  const path = threadPath(thread);
  const about = { repo: fullName(thread.repo), number: thread.number, back: path };
  const open = thread.state === 'open';
  const merge = thread.pull?.draft
    ? html`<span class="grow dim">This pull request is still a draft.</span>${button({ do: 'ready', ...about }, 'Ready for review')}`
    : html`<span class="grow"></span>${button({ do: 'draft', ...about }, 'Convert to draft')}${button({ do: 'merge', ...about }, `Merge as ${visit.who.login}`, 'main')}`;
  return html`<div class="box">${runsOf(thread).map(run => runRow(thread, run, path))}${open ? html`<div class="row">${merge}</div>` : ''}</div>`;
}

function commentForm(visit: Visit, thread: Thread): Html {
  const about = { repo: fullName(thread.repo), number: thread.number, back: threadPath(thread) };
  const closing = thread.state === 'open' ? 'Close' : 'Reopen';
  return html`<form class="box" method="post" action="/_act">${hidden(about)}<div class="body">
<textarea name="body" aria-label="Comment" placeholder="Comment as ${visit.who.login}"></textarea>
<div class="actions"><button name="do" value="${closing.toLowerCase()}">${closing}</button><button class="main" name="do" value="comment">Comment</button></div></div></form>`;
}

function side(visit: Visit, thread: Thread): Html {
  const about = { repo: fullName(thread.repo), number: thread.number, back: threadPath(thread) };
  const present = thread.labels.map(
    label => html`<div>${labelChip(label)} ${button({ do: 'unlabel', name: label.name, ...about }, '✘', 'bare')}</div>`,
  );
  const others = [...thread.repo.labels.values()]
    .filter(label => !thread.labels.includes(label))
    .map(label => html`<option value="${label.name}">`);
  const people = (accounts: Account[]): Part =>
    accounts.length > 0
      ? accounts.map(account => html`<div>${avatar(account)} ${account.login}</div>`)
      : html`<span class="dim">No one</span>`;
  const reviewers = thread.pull
    ? html`<section><h3>Reviewers</h3>${people(thread.pull.reviewers)}${thread.pull.teams.map(team => html`<div>${team.org.login}/${team.slug}</div>`)}
<div class="actions">${button({ do: 'approve', ...about }, 'Approve')}${button({ do: 'refuse', ...about }, 'Request changes')}</div></section>`
    : '';
  return html`<aside>${reviewers}<section><h3>Assignees</h3>${people(thread.assignees)}</section>
<section><h3>Labels</h3>${present}<form method="post" action="/_act">${hidden({ do: 'label', ...about })}
<input type="text" name="name" list="labels" aria-label="Label" placeholder="Add a label" size="16"><datalist id="labels">${others}</datalist> <button>Add</button></form></section>
<section class="dim small">Acting as ${visit.who.login}</section></aside>`;
}
