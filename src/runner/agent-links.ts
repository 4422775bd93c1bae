// Where links among agents' files lead: what lies there is read as theirs, so it has to be kept as they are (SEC-24).
import { dirname, isAbsolute, join } from 'node:path/posix';
import { AGENT_FILES, listed } from '../config/protected.ts';
import type { GitPlace } from './git.ts';
import { readLink } from './read-blob.ts';

export interface Entry {
  path: string;
  /** As git writes it; `120000` is a link. */
  mode: string;
  id: string;
}

/** A link may lead to a link; a repository has a handful of them. */
const ROUNDS = 5;
const MOST = 100;

/** Paths of files and folders inside the repository. */
export async function linkedInstructions(place: GitPlace, entries: readonly Entry[]): Promise<string[]> {
  const links = entries.filter(({ mode }) => mode === '120000');
  const isAgents = listed(AGENT_FILES);
  const found = new Set<string>();
  let next = links.filter(({ path }) => isAgents(path));
  for (let round = 0; round < ROUNDS && next.length > 0; round++) {
    const ends = await Promise.all(next.slice(0, MOST).map(link => endOf(place, link)));
    const fresh = ends.filter(end => end !== undefined).filter(end => !found.has(end) && !isAgents(end));
    for (const end of fresh) found.add(end);
    next = links.filter(({ path }) => fresh.some(end => isOnWay(path, end)));
  }
  return [...found];
}

/** Undefined where it leads out of the repository: nobody can change that by a commit. */
async function endOf(place: GitPlace, { path, id }: Entry): Promise<string | undefined> {
  const target = await readLink(place, id, { network: true });
  if (isAbsolute(target)) return undefined;
  const end = join(dirname(path), target).replace(/\/+$/, '');
  return end === '.' || end === '..' || end.startsWith('../') ? undefined : end;
}

/** The end itself, a folder on the way to it, or something in it. */
const isOnWay = (link: string, end: string): boolean =>
  link === end || end.startsWith(`${link}/`) || link.startsWith(`${end}/`);
