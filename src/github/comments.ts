// Comments that are posted once, found again by the marker at their end.
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';
import type { Client, Octokit } from './client.ts';
import { once } from './once.ts';

export type Place = Pick<Run, 'owner' | 'repo' | 'installation'>;
export interface Posted {
  id: number;
  url: string;
}
export interface Found extends Posted {
  body: string;
}

/** Posts a comment with a marker, unless one with the same marker is there. `number` is the issue's or the pull request's. */
export async function commentOnce(
  { client, store }: { client: Client; store: Store },
  place: Place & { number: number },
  comment: { key: string; marker: string; body: string },
): Promise<Posted> {
  const octokit = await client.of(place.installation);
  return once(store.effects, {
    key: comment.key,
    pauses: client.pauses,
    look: () => findMarked(octokit, place, comment.marker),
    make: async () => {
      const { data } = await octokit.rest.issues.createComment({
        owner: place.owner,
        repo: place.repo,
        issue_number: place.number,
        body: comment.body,
        request: { retries: 0 }, // a lost answer is looked for, not repeated
      });
      return { id: data.id, url: data.html_url };
    },
  });
}

/** The comment that ends with the marker, if it was posted by a bot: a person may quote it. */
export async function findMarked(
  octokit: Octokit,
  place: Omit<Place, 'installation'> & { number: number },
  marker: string,
): Promise<Found | undefined> {
  const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
    owner: place.owner,
    repo: place.repo,
    issue_number: place.number,
    per_page: 100,
  });
  for await (const { data } of pages)
    for (const comment of data)
      if (comment.user?.type === 'Bot' && comment.body?.includes(marker))
        return { id: comment.id, url: comment.html_url, body: comment.body };
  return undefined;
}

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1';

/** Acknowledges a command (K4). Reacting twice is one reaction on GitHub; a reaction that fails is no reason to fail. */
export async function react(
  client: Client,
  place: Place & { number: number; commentId?: number },
  content: Reaction,
): Promise<void> {
  try {
    const octokit = await client.of(place.installation);
    const { owner, repo, number, commentId } = place;
    if (commentId !== undefined)
      await octokit.rest.reactions.createForIssueComment({ owner, repo, comment_id: commentId, content });
    else await octokit.rest.reactions.createForIssue({ owner, repo, issue_number: number, content });
  } catch (error) {
    client.probot.log.warn(
      { err: error, place: `${place.owner}/${place.repo}#${place.number}` },
      'reaction not posted',
    );
  }
}
