// Diffs, commits, files and check runs.
import { baseOf, type ChangedFile, commitsBetween, diffFiles } from '../git/compare.ts';
import { findPath, readBlob, readCommit } from '../git/objects.ts';
import { resolveCommit } from '../git/repository.ts';
import { repoHtml } from '../hub.ts';
import { seconds } from '../shapes/commit.ts';
import { pullFiles, pullOf } from '../shapes/pull.ts';
import type { CheckRun, Repo, Thread } from '../state/model.ts';
import { type Html, html, type Part } from './html.ts';
import { layout, repoPath, repoTitle, type Visit, when } from './layout.ts';
import { markdown } from './markdown.ts';
import { head, runRow, runsOf, tabs } from './thread-parts.ts';

function fileDiff(file: ChangedFile): Html {
  const name = file.previousPath === null ? file.path : `${file.previousPath} → ${file.path}`;
  const rows = file.patch === null ? html`<tr><td class="dim">No text to show.</td></tr>` : patchRows(file.patch);
  return html`<section class="box"><header><b class="mono">${name}</b><span class="good">+${file.additions}</span><span class="bad">−${file.deletions}</span></header>
<div class="scroll"><table class="diff">${rows}</table></div></section>`;
}

function patchRows(patch: string): Html[] {
  let [before, after] = [0, 0];
  return patch.split('\n').map(line => {
    const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (start) {
      [before, after] = [Number(start[1]), Number(start[2])];
      return html`<tr class="h"><td class="n"></td><td class="n"></td><td>${line}</td></tr>`;
    }
    if (line.startsWith('+'))
      return html`<tr class="a"><td class="n"></td><td class="n">${after++}</td><td>${line}</td></tr>`;
    if (line.startsWith('-'))
      return html`<tr class="d"><td class="n">${before++}</td><td class="n"></td><td>${line}</td></tr>`;
    return html`<tr><td class="n">${before++}</td><td class="n">${after++}</td><td>${line}</td></tr>`;
  });
}

const summary = (files: ChangedFile[]): Html => {
  const sum = (key: 'additions' | 'deletions'): number => files.reduce((total, file) => total + file[key], 0);
  return html`<p class="dim">${files.length} changed ${files.length === 1 ? 'file' : 'files'}, <span class="good">+${sum('additions')}</span> <span class="bad">−${sum('deletions')}</span></p>`;
};

export async function filesPage(visit: Visit, thread: Thread): Promise<string> {
  const files = await pullFiles(thread);
  return layout(
    visit,
    `Files · #${thread.number}`,
    html`${head(thread)}${tabs(thread, 'files')}${summary(files)}${files.map(fileDiff)}`,
  );
}

export async function commitsPage(visit: Visit, thread: Thread): Promise<string> {
  const { baseSha, headSha } = pullOf(thread);
  const shas = await commitsBetween(thread.repo.gitDir, baseSha, headSha);
  const rows = await Promise.all(shas.map(sha => commitRow(thread.repo, sha)));
  return layout(
    visit,
    `Commits · #${thread.number}`,
    html`${head(thread)}${tabs(thread, 'commits')}<div class="box">${rows}</div>`,
  );
}

async function commitRow(repo: Repo, sha: string): Promise<Part> {
  const commit = await readCommit(repo.gitDir, sha);
  if (!commit) return null;
  return html`<div class="row"><div class="grow"><a href="${repoPath(repo)}/commit/${sha}"><b>${commit.message.split('\n')[0]}</b></a>
<div class="dim small">${commit.author.name} ${when(seconds(commit.author.timestamp))}</div></div><code>${sha.slice(0, 7)}</code></div>`;
}

export function checksPage(visit: Visit, thread: Thread): string {
  const runs = runsOf(thread).map(
    run => html`<div class="box">${runRow(thread, run, visit.url.pathname)}${output(visit, thread.repo, run)}</div>`,
  );
  return layout(
    visit,
    `Checks · #${thread.number}`,
    html`${head(thread)}${tabs(thread, 'checks')}${runs.length > 0 ? runs : html`<p class="dim">No checks.</p>`}`,
  );
}

function output(visit: Visit, repo: Repo, run: CheckRun): Html {
  const parts = [run.output.summary, run.output.text].filter(part => part !== null);
  return html`<div class="body md">${parts.map(part => markdown(part, repoHtml(visit.hub, repo)))}</div>`;
}

export function runPage(visit: Visit, repo: Repo, run: CheckRun): string {
  const thread = [...repo.threads.values()].find(item => item.pull?.headSha === run.headSha);
  const row = thread
    ? runRow(thread, run, visit.url.pathname)
    : html`<div class="row"><b>${run.name}</b> ${run.conclusion ?? run.status}</div>`;
  return layout(
    visit,
    run.name,
    html`${repoTitle(repo)}<h1>${run.name}</h1><div class="box">${row}${output(visit, repo, run)}</div>`,
  );
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export async function commitPage(visit: Visit, repo: Repo, name: string): Promise<string | null> {
  const sha = await resolveCommit(repo.gitDir, name);
  const commit = sha === null ? null : await readCommit(repo.gitDir, sha);
  if (sha === null || !commit) return null;
  const files = await diffFiles(repo.gitDir, commit.parent[0] ?? EMPTY_TREE, sha);
  const [title = '', ...rest] = commit.message.trimEnd().split('\n');
  const about = html`<p class="dim">${commit.author.name} ${when(seconds(commit.author.timestamp))} · <code>${sha}</code></p>`;
  return layout(
    visit,
    title,
    html`${repoTitle(repo)}<h1>${title}</h1><pre>${rest.join('\n').trim()}</pre>${about}${summary(files)}${files.map(fileDiff)}`,
  );
}

export async function comparePage(visit: Visit, repo: Repo, range: string): Promise<string | null> {
  const [base, head] = await Promise.all(range.split('...').map(name => resolveCommit(repo.gitDir, name)));
  if (!base || !head) return null;
  const files = await diffFiles(repo.gitDir, (await baseOf(repo.gitDir, base, head)) ?? base, head);
  return layout(
    visit,
    range,
    html`${repoTitle(repo)}<h1 class="mono">${range}</h1>${summary(files)}${files.map(fileDiff)}`,
  );
}

export async function fileAt(repo: Repo, rest: string): Promise<{ path: string; content: Buffer } | null> {
  // A branch may hold slashes, so every split of "branch/path" is tried, the shortest branch first.
  const parts = rest.split('/');
  for (let cut = 1; cut < parts.length; cut += 1) {
    const sha = await resolveCommit(repo.gitDir, parts.slice(0, cut).join('/'));
    const path = parts.slice(cut).join('/');
    const entry = sha === null ? null : await findPath(repo.gitDir, sha, path);
    const content = entry?.type === 'blob' ? await readBlob(repo.gitDir, entry.oid) : null;
    if (content) return { path, content };
  }
  return null;
}

export async function filePage(visit: Visit, repo: Repo, rest: string): Promise<string | null> {
  const found = await fileAt(repo, rest);
  if (!found) return null;
  const lines = found.content.toString().replace(/\n$/, '').split('\n');
  const rows = lines.map(
    (line, index) =>
      html`<tr id="L${index + 1}"><td class="n"><a class="dim" href="#L${index + 1}">${index + 1}</a></td><td>${line}</td></tr>`,
  );
  return layout(
    visit,
    found.path,
    html`${repoTitle(repo)}<h1 class="mono">${found.path}</h1><div class="box scroll"><table class="diff">${rows}</table></div>`,
  );
}
