import type { Octokit } from '@octokit/rest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkGraphql } from '../contract/graphql.ts';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;
let octokit: Octokit;

beforeEach(async () => {
  world = await createWorld();
  octokit = world.octokit(await world.token());
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

async function openPull(draft: boolean): Promise<{ id: string; number: number }> {
  await world.github.as('mona').pushFiles(REPO, 'feature', { 'new.txt': 'new\n' }, 'Add new');
  const { data } = await octokit.rest.pulls.create({ ...at, head: 'feature', base: 'main', title: 'Feature', draft });
  return { id: data.node_id, number: data.number };
}

test('several aliased mutations run in order in one request', async () => {
  const { id, number } = await openPull(true);
  const label = await octokit.rest.issues.createLabel({ ...at, name: 'loop/done', color: '00ff00' });
  const comment = await octokit.rest.issues.createComment({ ...at, issue_number: number, body: 'first' });
  world.heard.length = 0;
  await world.github.idle();
  world.heard.length = 0;
  const query = `mutation ($pull: ID!, $labels: [ID!]!, $comment: ID!, $body: String!) {
    ready: markPullRequestReadyForReview(input: { pullRequestId: $pull }) { pullRequest { isDraft } }
    label: addLabelsToLabelable(input: { labelableId: $pull, labelIds: $labels }) { clientMutationId }
    edit: updateIssueComment(input: { id: $comment, body: $body }) { issueComment { body } }
    body: updatePullRequest(input: { pullRequestId: $pull, body: "status" }) { pullRequest { body } }
    add: addComment(input: { subjectId: $pull, body: "done" }) { commentEdge { node { databaseId fullDatabaseId author { login } } } }
    fold: minimizeComment(input: { subjectId: $comment, classifier: OUTDATED }) { minimizedComment { isMinimized minimizedReason } }
  }`;
  const answer = await octokit.graphql(query, {
    pull: id,
    labels: [label.data.node_id],
    comment: comment.data.node_id,
    body: 'second',
  });
  expect(answer).toMatchObject({
    ready: { pullRequest: { isDraft: false } },
    edit: { issueComment: { body: 'second' } },
    body: { pullRequest: { body: 'status' } },
    add: { commentEdge: { node: { databaseId: null, fullDatabaseId: '3500000002', author: { login: 'ultraloop' } } } },
    fold: { minimizedComment: { isMinimized: true, minimizedReason: 'outdated' } },
  });
  await world.github.idle();
  expect(world.names()).toEqual([
    'pull_request.ready_for_review',
    'pull_request.labeled',
    'issue_comment.edited',
    'pull_request.edited',
    'issue_comment.created',
  ]);
  expect(world.github.counters.graphql).toMatchObject({ addComment: 1, updatePullRequest: 1 });
});

test('queries answer from the same state as REST', async () => {
  const { id, number } = await openPull(false);
  await octokit.rest.issues.addLabels({ ...at, issue_number: number, labels: ['bug'] });
  const answer = await octokit.graphql(
    `query ($number: Int!, $id: ID!) {
      viewer { login }
      node(id: $id) { ... on PullRequest { number mergeable } }
      repository(owner: "acme", name: "widgets") {
        label(name: "BUG") { id name }
        pullRequest(number: $number) { id state isDraft headRefOid labels(first: 5) { nodes { name } totalCount } comments(last: 3) { totalCount } }
        issue(number: 99) { id }
      }
    }`,
    { number, id },
  );
  expect(answer).toMatchObject({
    viewer: { login: 'ultraloop[bot]' },
    node: { number, mergeable: 'MERGEABLE' },
    repository: {
      label: { name: 'bug' },
      pullRequest: { id, state: 'OPEN', isDraft: false, labels: { nodes: [{ name: 'bug' }], totalCount: 1 } },
      issue: null,
    },
  });
});

test('permissions hold here too', async () => {
  const { id } = await openPull(true);
  const weak = world.octokit(await world.token({ permissions: { issues: 'write', pull_requests: 'read' } }));
  const ready =
    'mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }';
  await expect(weak.graphql(ready, { id })).rejects.toThrow(/Resource not accessible by integration/);
  const blind = world.octokit(await world.token({ permissions: { contents: 'read' } }));
  await expect(blind.graphql('query ($id: ID!) { node(id: $id) { id } }', { id })).rejects.toThrow(/not accessible/);
  await expect(octokit.graphql(ready, { id: 'PR_nothing' })).rejects.toThrow(/Could not resolve to a node/);
});

test('the judge knows a wrong field, a wrong variable and a missing one', () => {
  const errors = (query: string, variables = {}) => checkGraphql({ query, variables });
  expect(errors('{ viewer { logn } }')[0]).toMatch(/Cannot query field "logn" on type "User"/);
  const query = 'query ($id: ID!) { node(id: $id) { id } }';
  expect(errors(query)[0]).toMatch(/Variable "\$id" of required type "ID!" was not provided/);
  expect(errors(query, { id: 'x', other: 1 })).toEqual(['variable $other is given and not declared']);
});
