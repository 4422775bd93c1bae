// Who may steer, and who can be asked: always GitHub's own answer, and no answer means no.
import type { Client, Octokit } from './client.ts';
import type { Place } from './comments.ts';
import { isTransient, statusOf } from './errors.ts';

export type Permission = 'yes' | 'no' | 'unknown';

/** Whether a person may write to the repository now (K3). 404 means no; GitHub being away means unknown, which callers refuse. */
export async function mayWrite(client: Client, place: Place, login: string): Promise<Permission> {
  try {
    const octokit = await client.of(place.installation);
    return (await canWrite(octokit, place, login)) ? 'yes' : 'no';
  } catch (error) {
    return isTransient(error) ? 'unknown' : 'no';
  }
}

async function canWrite(octokit: Octokit, { owner, repo }: Place, username: string): Promise<boolean> {
  const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username });
  return data.permission === 'admin' || data.permission === 'write';
}

/** Those of the logins whom GitHub would accept as reviewers: people with access, not the pull request's author. */
export async function askable(
  client: Client,
  place: Place,
  people: { logins: string[]; author: string },
): Promise<string[]> {
  const octokit = await client.of(place.installation);
  const wanted = [...new Set(people.logins)].filter(login => !login.endsWith('[bot]') && login !== people.author);
  const checked = await Promise.all(wanted.map(async login => ((await mayRead(octokit, place, login)) ? [login] : [])));
  return checked.flat();
}

async function mayRead(octokit: Octokit, { owner, repo }: Place, username: string): Promise<boolean> {
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username });
    return data.permission !== 'none';
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 403) return false;
    throw error;
  }
}
