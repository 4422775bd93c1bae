// The list of repositories, a repository's page, and the deliveries.
import { findPath, readBlob } from '../git/objects.ts';
import { readRefs } from '../git/refs.ts';
import { resolveCommit } from '../git/repository.ts';
import { repoHtml } from '../hub.ts';
import type { Repo, Thread } from '../state/model.ts';
import { fullName } from '../state/state.ts';
import { type Html, html, type Part } from './html.ts';
import {
  badge,
  button,
  hidden,
  labelChip,
  layout,
  repoPath,
  repoTitle,
  threadPath,
  type Visit,
  when,
} from './layout.ts';
import { markdown } from './markdown.ts';

export function home(visit: Visit): string {
  const repos = [...visit.hub.state.repos.values()].map(
    repo => html`<div class="row"><div class="grow"><a href="${repoPath(repo)}"><b>${fullName(repo)}</b></a></div>
<span class="dim">${repo.threads.size} issues and pull requests</span></div>`,
  );
  return layout(
    visit,
    'Repositories',
    html`<h1>Repositories</h1><div class="box">${repos.length > 0 ? repos : html`<div class="row">None yet.</div>`}</div>`,
  );
}

const line = (thread: Thread): Html =>
  html`<div class="row">${badge(thread)}<div class="grow"><a href="${threadPath(thread)}"><b>${thread.title}</b></a> ${thread.labels.map(labelChip)}
<div class="dim small">#${thread.number} opened by ${thread.author.login} ${when(thread.createdAt)} · ${thread.comments.length} comments</div></div></div>`;

export async function repoHome(visit: Visit, repo: Repo): Promise<string> {
  const newestFirst = [...repo.threads.values()].sort((a, b) => b.number - a.number);
  const list = (found: Thread[]): Part => (found.length > 0 ? found.map(line) : html`<div class="row dim">None.</div>`);
  const branches = [...(await readRefs(repo.gitDir))].filter(([name]) => name.startsWith('refs/heads/'));
  const branchList = branches.map(
    ([name, sha]) => html`<div><a class="mono" href="${repoPath(repo)}/commit/${sha}">${name.slice(11)}</a></div>`,
  );
  const content = html`${repoTitle(repo)}<div class="columns"><div>
<h2>Pull requests</h2><div class="box">${list(newestFirst.filter(thread => thread.pull))}</div>
<h2>Issues</h2><div class="box">${list(newestFirst.filter(thread => !thread.pull))}</div>
${newIssue(visit, repo)}${await readme(visit, repo)}</div>
<aside><section><h3>Branches</h3>${branchList}</section>
<section><h3>Clone</h3><code>${repoHtml(visit.hub, repo)}.git</code></section></aside></div>`;
  return layout(visit, fullName(repo), content);
}

const newIssue = (visit: Visit, repo: Repo): Html => html`<details class="box"><summary class="row">New issue</summary>
<form class="body" method="post" action="/_act">${hidden({ do: 'open', repo: fullName(repo) })}
<p><input type="text" name="title" placeholder="Title" aria-label="Title" required style="width:100%"></p>
<textarea name="body" placeholder="Describe it" aria-label="Body"></textarea>
<div class="actions"><input type="text" name="labels" placeholder="labels, by comma" aria-label="Labels"><button class="main">Open as ${visit.who.login}</button></div></form></details>`;

async function readme(visit: Visit, repo: Repo): Promise<Part> {
  const sha = await resolveCommit(repo.gitDir, repo.defaultBranch);
  const entry = sha === null ? null : await findPath(repo.gitDir, sha, 'README.md');
  const blob = entry === null ? null : await readBlob(repo.gitDir, entry.oid);
  if (blob === null) return null;
  return html`<div class="box"><header><b>README.md</b></header><div class="body md">${markdown(blob.toString(), repoHtml(visit.hub, repo))}</div></div>`;
}

export function deliveries(visit: Visit): string {
  const { log } = visit.hub.deliveries;
  const rows = [...log]
    .reverse()
    .slice(0, 200)
    .map(item => {
      const good = item.statusCode !== null && item.statusCode >= 200 && item.statusCode < 300;
      const sign =
        item.statusCode === null
          ? html`<span class="busy">●</span>`
          : good
            ? html`<span class="good">✔</span>`
            : html`<span class="bad">✘</span>`;
      return html`<tr><td>${sign} ${item.status}</td><td><b>${item.event}</b>${item.action ? `.${item.action}` : ''}${item.redelivery ? html` <span class="tag">redelivery</span>` : ''}</td>
<td class="mono">${item.guid}</td><td>${item.deliveredAt ? when(item.deliveredAt) : '–'}</td><td>${item.durationSeconds} s</td>
<td>${button({ do: 'redeliver', id: item.id, back: '/settings/deliveries' }, 'Redeliver')}</td></tr>
<tr><td colspan="6"><details><summary class="dim small">Payload, ${item.body.length} bytes</summary><pre class="mono scroll">${JSON.stringify(item.payload, null, 2)}</pre></details></td></tr>`;
    });
  const table = html`<div class="box scroll"><table class="list"><thead><tr><th>Status</th><th>Event</th><th>Delivery</th><th>At</th><th>Took</th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`;
  return layout(
    visit,
    'Deliveries',
    html`<h1>Webhook deliveries</h1><p class="dim">${log.length} so far, newest first. A failed one stays failed until it is redelivered.</p>${table}`,
  );
}
