// The run's pull request: opened once as a draft, made ready by GraphQL, people asked only if GitHub will accept them.
import type { Store } from '../store/store.ts';
import type { Client } from './client.ts';
import type { Place } from './comments.ts';
import { statusOf } from './errors.ts';
import { once } from './once.ts';

export interface Pull {
  number: number;
  node: string;
}

/** Opens the draft, or finds the one that is open for the branch. Where drafts are refused it opens an ordinary one. */
export async function openPull(
  { client, store }: { client: Client; store: Store },
  place: Place & { run: string },
  pull: { branch: string; base: string; title: string; body: string },
): Promise<Pull> {
  const octokit = await client.of(place.installation);
  const { owner, repo } = place;
  const make = async (draft: boolean): Promise<Pull> => {
    const { data } = await octokit.rest.pulls.create({
      owner,
      repo,
      head: pull.branch,
      base: pull.base,
      title: pull.title,
      body: pull.body,
      draft,
      request: { retries: 0 },
    });
    return { number: data.number, node: data.node_id };
  };
  return once(store.effects, {
    key: `${place.run}/pull`,
    pauses: client.pauses,
    look: async () => {
      const { data } = await octokit.rest.pulls.list({ owner, repo, state: 'all', head: `${owner}:${pull.branch}` });
      return data[0] && { number: data[0].number, node: data[0].node_id };
    },
    make: async () => {
      try {
        return await make(true);
      } catch (error) {
        if (statusOf(error) === 422 && /draft/i.test(String(error))) return make(false);
        throw error;
      }
    },
  });
}

/** Marks the draft ready for review; one that a person or a killed process made ready already is left as it is. */
export async function markReady(client: Client, place: Place, pullNode: string): Promise<void> {
  const octokit = await client.of(place.installation);
  try {
    await octokit.graphql(
      'mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }',
      { id: pullNode },
    );
  } catch (error) {
    const { node } = await octokit.graphql<{ node: { isDraft?: boolean } | null }>(
      'query($id: ID!) { node(id: $id) { ... on PullRequest { isDraft } } }',
      { id: pullNode },
    );
    if (node?.isDraft !== false) throw error;
  }
}

/** Requests reviews. A team the app cannot see must not cost the people their request, so people go first, teams apart. */
export async function requestReview(
  client: Client,
  place: Place & { pull: number },
  asked: { users: string[]; teams: string[] },
): Promise<void> {
  const octokit = await client.of(place.installation);
  const { owner, repo, pull: pull_number } = place;
  if (asked.users.length > 0)
    await octokit.rest.pulls.requestReviewers({ owner, repo, pull_number, reviewers: asked.users });
  if (asked.teams.length === 0) return;
  try {
    await octokit.rest.pulls.requestReviewers({ owner, repo, pull_number, team_reviewers: asked.teams });
  } catch (error) {
    if (statusOf(error) !== 422 && statusOf(error) !== 403) throw error;
    client.probot.log.warn({ teams: asked.teams }, 'teams cannot be asked: not visible to the app, or without access');
  }
}
