// The frame around every page, and the small parts many pages share.
import type { Hub } from '../hub.ts';
import type { Account, Label, Repo, Thread } from '../state/model.ts';
import { fullName, roleOf } from '../state/state.ts';
import { type Html, html, type Part } from './html.ts';

export interface Visit {
  hub: Hub;
  url: URL;
  who: Account; // the person the reader acts as
}

export function layout({ hub, who, url }: Visit, title: string, content: Part): string {
  const people = [...hub.state.accounts.values()].filter(account => account.type === 'User' && account !== hub.ghost);
  const options = people.map(person => html`<option ${person === who ? html`selected` : ''}>${person.login}</option>`);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/_style.css"><link rel="icon" href="data:,"></head>
<body><nav class="bar"><a href="/">Simulator</a><a href="/settings/deliveries">Deliveries</a><span class="grow"></span>
<form class="inline" method="post" action="/_act">${hidden({ do: 'as', back: url.pathname })}<label>You are <select name="login">${options}</select></label> <button>Switch</button></form></nav>
<main>${content}</main></body></html>`;
  return page.html;
}

export const hidden = (fields: Record<string, string | number>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

export function button(fields: Record<string, string | number>, text: string, style = ''): Html {
  return html`<form class="inline" method="post" action="/_act">${hidden(fields)}<button class="${style}">${text}</button></form>`;
}

export const avatar = (account: Account): Html =>
  html`<img class="avatar" alt="" src="/avatars/${encodeURIComponent(account.login)}.svg">`;

export const labelChip = (label: Label): Html =>
  html`<span class="label" style="--swatch: #${label.color}">${label.name}</span>`;

export const when = (time: string): Html =>
  html`<time class="small" datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>`;

export const repoPath = (repo: Repo): string => `/${fullName(repo)}`;

export const threadPath = (thread: Thread): string =>
  `${repoPath(thread.repo)}/${thread.pull ? 'pull' : 'issues'}/${thread.number}`;

export const repoTitle = (repo: Repo): Html =>
  html`<p><a href="/">${repo.owner.login}</a> / <a href="${repoPath(repo)}"><b>${repo.name}</b></a> <span class="tag">${repo.private ? 'Private' : 'Public'}</span></p>`;

export function badge(thread: Thread): Html {
  if (thread.pull?.mergedAt) return html`<span class="state merged">Merged</span>`;
  if (thread.state === 'closed') return html`<span class="state ${thread.pull ? 'closed' : 'done'}">Closed</span>`;
  return thread.pull?.draft ? html`<span class="state draft">Draft</span>` : html`<span class="state">Open</span>`;
}

export const roleTag = (repo: Repo, account: Account): Html => {
  const name = account.type === 'Bot' ? 'bot' : roleOf(repo, account.login).roleName;
  return html`<span class="tag">${name}</span>`;
};
