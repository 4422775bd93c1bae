// Addresses on the forge: the only URLs that reports ever link.
import type { Past } from '../record.ts';
import type { Spec } from '../spec.ts';

/** `web` is the forge's address without a slash at the end, e.g. `https://github.com`. */
export interface Links {
  web: string;
  /** Number of the run's pull request, once there is one. */
  pull?: number;
  /** Address of the check run, of the dashboard's page of this run, when known. */
  checkRun?: string;
  page?: string;
  /** Ref the run's files were published to, once they were (K18). */
  filesRef?: string;
  /** The commit it pointed at then, under which GitHub shows the files. */
  filesCommit?: string;
}

/** What every report is about: what was asked, what happened, where it can be seen. */
export interface Run {
  spec: Spec;
  past: Past;
  links: Links;
}

type Place = Pick<Run, 'spec' | 'links'>;

function repoUrl({ spec, links }: Place): string {
  return `${links.web}/${part(spec.owner)}/${part(spec.repo)}`;
}

export function issueUrl(run: Place): string {
  return `${repoUrl(run)}/issues/${run.spec.issue}`;
}

export function pullUrl(run: Place): string | undefined {
  return run.links.pull === undefined ? undefined : `${repoUrl(run)}/pull/${run.links.pull}`;
}

export function commitUrl(run: Place, sha: string): string {
  return `${repoUrl(run)}/commit/${part(sha)}`;
}

/** A file at a commit or branch, at a line (1-based) when one is known. */
export function fileUrl(run: Place, at: string, file: { path: string; line?: number | undefined }): string {
  const line = file.line === undefined ? '' : `#L${file.line}`;
  return `${repoUrl(run)}/blob/${path(at)}/${path(file.path)}${line}`;
}

export function treeUrl(run: Place, at: string): string {
  return `${repoUrl(run)}/tree/${path(at)}`;
}

export function compareUrl(run: Place, from: string, to: string): string {
  return `${repoUrl(run)}/compare/${path(from)}...${path(to)}`;
}

export function personUrl({ links }: Place, login: string): string {
  return `${links.web}/${part(login)}`;
}

function path(raw: string): string {
  return raw.split('/').map(part).join('/');
}

/** Encoded so that nothing in a name can end the URL, the link or the page's path. */
function part(raw: string): string {
  const valid = raw.replace(/\p{Surrogate}/gu, '\ufffd');
  const encoded = encodeURIComponent(valid).replace(/[!'()*~]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return /^\.\.?$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}
