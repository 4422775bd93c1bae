// One change of a run's state on GitHub: the report, the labels of issue and pull request, and the status section,
// in two requests. Few calls matter: a hundred repositories share the host's rate limits.
import { replaceStatus } from '../reports/replace-status.ts';
import type { Places } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';
import type { Client, Octokit } from './client.ts';
import { findMarked, type Place } from './comments.ts';
import type { StateLabel } from './labels.ts';
import { once } from './once.ts';

export interface Transition {
  place: Place;
  places: Places;
  /** The state label to show; absent = as it is. */
  label?: StateLabel;
  /** The comment that goes with it, posted once per key. */
  comment?: { key: string; marker: string; body: string };
  /** The new status section of the pull request's body; absent = as it is. */
  status?: string;
}

export async function transition(tools: { client: Client; store: Store }, change: Transition): Promise<void> {
  const octokit = await tools.client.of(change.place.installation);
  const { comment } = change;
  const quiet = { ...change, comment: undefined };
  let body: string | undefined;
  if (comment)
    await once(tools.store.effects, {
      key: comment.key,
      pauses: tools.client.pauses,
      look: async () => {
        const { owner, repo } = change.place;
        const found = await findMarked(octokit, { owner, repo, number: change.places.pull ?? 0 }, comment.marker);
        return found && true;
      },
      make: async () => {
        body = await move(octokit, change);
        return true;
      },
    });
  if (comment && body === undefined && !change.label && change.status === undefined) return;
  body ??= await move(octokit, quiet);
  if (change.places.pullNode && change.status !== undefined)
    await writeBody(octokit, change.places.pullNode, replaceStatus(body, change.status));
}

type Move = Omit<Transition, 'comment'> & { comment?: Transition['comment'] | undefined };

/** Comment and labels in one request; answers the pull request's present body, so that people's edits of it survive. */
async function move(octokit: Octokit, { places, label, comment }: Move): Promise<string> {
  const all = places.labels ?? {};
  const wanted = label && all[label];
  const others = Object.values(all).filter(id => id !== wanted);
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const parts: string[] = [];
  const use = (name: string, type: string, value: unknown): string => {
    variables[name] = value;
    declared.push(`$${name}: ${type}`);
    return `$${name}`;
  };
  const pull = places.pullNode ? use('pull', 'ID!', places.pullNode) : undefined;
  if (comment && pull)
    parts.push(
      `comment: addComment(input: {subjectId: ${pull}, body: ${use('text', 'String!', comment.body)}}) { clientMutationId }`,
    );
  if (wanted) {
    const add = use('add', '[ID!]!', [wanted]);
    const remove = use('remove', '[ID!]!', others);
    for (const [name, id] of [['issue', use('issue', 'ID!', places.issueNode)], ...(pull ? [['pull', pull]] : [])]) {
      parts.push(
        `${name}Add: addLabelsToLabelable(input: {labelableId: ${id}, labelIds: ${add}}) { clientMutationId }`,
      );
      parts.push(
        `${name}Remove: removeLabelsFromLabelable(input: {labelableId: ${id}, labelIds: ${remove}}) { labelable { ... on PullRequest { body } } }`,
      );
    }
  }
  if (parts.length === 0) return readBody(octokit, places.pullNode);
  const answer = await octokit.graphql<{ pullRemove?: { labelable?: { body?: string } } }>(
    `mutation(${declared.join(', ')}) { ${parts.join(' ')} }`,
    { ...variables, request: { retries: 0 } },
  );
  return answer.pullRemove?.labelable?.body ?? (await readBody(octokit, places.pullNode));
}

async function readBody(octokit: Octokit, pullNode: string | undefined): Promise<string> {
  if (!pullNode) return '';
  const { node } = await octokit.graphql<{ node: { body?: string } | null }>(
    'query($id: ID!) { node(id: $id) { ... on PullRequest { body } } }',
    { id: pullNode },
  );
  return node?.body ?? '';
}

async function writeBody(octokit: Octokit, pullNode: string, body: string): Promise<void> {
  await octokit.graphql(
    'mutation($id: ID!, $body: String!) { updatePullRequest(input: {pullRequestId: $id, body: $body}) { clientMutationId } }',
    { id: pullNode, body },
  );
}
