// Parts every loop's closing report has: its sections, and where the run's work and files are (U13, A8, K18).
import { compareUrl, type Run, treeUrl } from './links.ts';
import { code, link } from './markdown.ts';

export function section(title: string, lines: string[]): string {
  return `### ${title}\n${lines.join('\n')}`;
}

export function whereFiles(run: Run): string[] {
  const { branch, base } = run.spec;
  const { filesRef, filesCommit } = run.links;
  const changes = link('all changes', compareUrl(run, base, branch));
  const shown = filesCommit === undefined ? '' : `${link('here', treeUrl(run, filesCommit))}, or `;
  const published =
    filesRef === undefined ? [] : [`- Every file of the run: ${shown}${code(`git fetch origin ${filesRef}`)}`];
  return [`- Branch ${link(branch, treeUrl(run, branch))} (${changes})`, ...published];
}
