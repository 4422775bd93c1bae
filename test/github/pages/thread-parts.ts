// The parts around a conversation: its head and tabs, its checks, its sidebar.
import type { Account, CheckRun, Thread } from '../state/model.ts';
import { fullName } from '../state/state.ts';
import { type Html, html, type Part } from './html.ts';
import {
  avatar,
  badge,
  button,
  hidden,
  labelChip,
  repoPath,
  repoTitle,
  threadPath,
  type Visit,
  when,
} from './layout.ts';

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

export function mergeBox(visit: Visit, thread: Thread): Html {
  const path = threadPath(thread);
  const about = { repo: fullName(thread.repo), number: thread.number, back: path };
  const open = thread.state === 'open';
  const merge = thread.pull?.draft
    ? html`<span class="grow dim">This pull request is still a draft.</span>${button({ do: 'ready', ...about }, 'Ready for review')}`
    : html`<span class="grow"></span>${button({ do: 'draft', ...about }, 'Convert to draft')}${button({ do: 'merge', ...about }, `Merge as ${visit.who.login}`, 'main')}`;
  return html`<div class="box">${runsOf(thread).map(run => runRow(thread, run, path))}${open ? html`<div class="row">${merge}</div>` : ''}</div>`;
}

export function side(visit: Visit, thread: Thread): Html {
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
