// Cuts GitHub's GraphQL schema down to what the simulator executes. Run by hand when a field is added:
//   node test/contract/slice-graphql.mjs
// Arguments, inputs, enums and scalars come along by themselves; a type or field not named here is left out.
import fs from 'node:fs';
import { schema as sdl } from '@octokit/graphql-schema';
import { Kind, parse, print, visit } from 'graphql';

const comment = 'id databaseId fullDatabaseId body author createdAt updatedAt url isMinimized minimizedReason';
const thread =
  'id databaseId fullDatabaseId number title body state url locked closed author labels comments assignees createdAt updatedAt repository viewerDidAuthor';

const KEEP = {
  Query: 'viewer node nodes repository',
  Mutation:
    'convertPullRequestToDraft markPullRequestReadyForReview addLabelsToLabelable removeLabelsFromLabelable updatePullRequest ' +
    'updateIssue updateIssueComment addComment minimizeComment unminimizeComment addReaction closeIssue closePullRequest',
  Node: 'id',
  Actor: 'login url',
  Labelable: 'labels',
  Minimizable: 'isMinimized minimizedReason',
  Reactable: 'databaseId id',
  RepositoryOwner: 'id login url',
  GitObject: 'id oid',
  User: 'id databaseId login name url',
  Bot: 'id databaseId login url',
  Organization: 'id databaseId login name url',
  Repository:
    'id databaseId name nameWithOwner url isPrivate isArchived owner defaultBranchRef ref label labels issue issues pullRequest pullRequests issueOrPullRequest',
  Ref: 'id name prefix target',
  Commit: 'id oid message messageHeadline',
  Label: 'id name color description',
  Issue: `${thread} stateReason lastEditedAt`,
  PullRequest: `${thread} isDraft merged mergedAt mergeable headRefName headRefOid baseRefName baseRefOid`,
  IssueComment: `${comment} issue`,
  Reaction: 'id databaseId content createdAt user',
  PageInfo: 'hasNextPage hasPreviousPage startCursor endCursor',
  LabelConnection: 'nodes totalCount pageInfo',
  IssueCommentConnection: 'nodes totalCount pageInfo',
  IssueConnection: 'nodes totalCount pageInfo',
  PullRequestConnection: 'nodes totalCount pageInfo',
  UserConnection: 'nodes totalCount pageInfo',
  IssueCommentEdge: 'cursor node',
  ConvertPullRequestToDraftPayload: 'clientMutationId pullRequest',
  MarkPullRequestReadyForReviewPayload: 'clientMutationId pullRequest',
  AddLabelsToLabelablePayload: 'clientMutationId labelable',
  RemoveLabelsFromLabelablePayload: 'clientMutationId labelable',
  UpdatePullRequestPayload: 'clientMutationId pullRequest actor',
  UpdateIssuePayload: 'clientMutationId issue actor',
  UpdateIssueCommentPayload: 'clientMutationId issueComment',
  AddCommentPayload: 'clientMutationId commentEdge subject',
  MinimizeCommentPayload: 'clientMutationId minimizedComment',
  UnminimizeCommentPayload: 'clientMutationId unminimizedComment',
  AddReactionPayload: 'clientMutationId reaction subject',
  CloseIssuePayload: 'clientMutationId issue',
  ClosePullRequestPayload: 'clientMutationId pullRequest',
};

const UNIONS = ['IssueOrPullRequest'];

const source = parse(sdl.idl, { noLocation: true });
const byName = new Map(source.definitions.filter(node => node.name).map(node => [node.name.value, node]));
const kept = new Map();

function keep(name) {
  if (kept.has(name)) return;
  const node = byName.get(name);
  if (!node) return; // a built-in scalar
  kept.set(name, node); // before its parts, since types refer to one another
  kept.set(name, trim(node, name));
  visit(kept.get(name), { NamedType: type => void keep(type.name.value) });
}

function trim(node, name) {
  if (node.kind === Kind.UNION_TYPE_DEFINITION) {
    if (!UNIONS.includes(name)) throw new Error(`the union ${name} is not listed`);
    return { ...node, types: node.types.filter(type => KEEP[type.name.value]) };
  }
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node;
  if (!KEEP[name]) throw new Error(`the type ${name} is needed and not listed`);
  const wanted = KEEP[name].split(' ');
  const fields = node.fields.filter(field => wanted.includes(field.name.value));
  const missing = wanted.filter(field => !fields.some(known => known.name.value === field));
  if (missing.length > 0) throw new Error(`${name} has no ${missing.join(', ')}`);
  return { ...node, fields, interfaces: node.interfaces.filter(type => KEEP[type.name.value]) };
}

for (const name of Object.keys(KEEP)) keep(name);
// A type keeps an interface only when it keeps all of the interface's fields.
for (const [name, node] of kept) {
  if (!node.interfaces) continue;
  const has = field => node.fields.some(own => own.name.value === field.name.value);
  kept.set(name, { ...node, interfaces: node.interfaces.filter(type => kept.get(type.name.value).fields.every(has)) });
}
const bare = visit(
  { kind: Kind.DOCUMENT, definitions: [...kept.values()] },
  {
    StringValue: (_node, key) => (key === 'description' ? null : undefined),
    Directive: node => (['deprecated'].includes(node.name.value) ? undefined : null),
  },
);
const target = new URL('schema.slice.graphql', import.meta.url);
fs.writeFileSync(target, `${print(bare)}\n`);
console.log(`${kept.size} types, ${fs.statSync(target).size} bytes`);
