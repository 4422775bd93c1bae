// GitHub's JSON for reviews and comments on lines.
import { type Hub, repoApi } from '../hub.ts';
import type { Review, ReviewComment, Thread } from '../state/model.ts';
import { type Json, simpleUser } from './account.ts';
import { association, rollup, threadHtml } from './thread.ts';

export function review(hub: Hub, thread: Thread, item: Review): Json {
  const url = `${repoApi(hub, thread.repo)}/pulls/${thread.number}`;
  const html = `${threadHtml(hub, thread)}#pullrequestreview-${item.id}`;
  return {
    id: item.id,
    node_id: item.nodeId,
    user: simpleUser(hub, item.author),
    body: item.body,
    state: item.state,
    html_url: html,
    pull_request_url: url,
    author_association: association(thread.repo, item.author),
    _links: { html: { href: html }, pull_request: { href: url } },
    submitted_at: item.submittedAt,
    commit_id: item.commitId,
  };
}

export function reviewComment(hub: Hub, thread: Thread, item: ReviewComment): Json {
  const url = `${repoApi(hub, thread.repo)}/pulls/comments/${item.id}`;
  const pullUrl = `${repoApi(hub, thread.repo)}/pulls/${thread.number}`;
  const html = `${threadHtml(hub, thread)}#discussion_r${item.id}`;
  return {
    url,
    pull_request_review_id: item.reviewId,
    id: item.id,
    node_id: item.nodeId,
    diff_hunk: item.diffHunk,
    path: item.path,
    position: item.line ?? 1,
    original_position: item.line ?? 1,
    commit_id: item.commitId,
    original_commit_id: item.commitId,
    user: simpleUser(hub, item.author),
    body: item.body,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(thread.repo, item.author),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    reactions: rollup(url, item.reactions),
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: item.line,
    original_line: item.line,
    side: item.side,
    subject_type: 'line',
    ...(item.inReplyTo === null ? {} : { in_reply_to_id: item.inReplyTo }),
  };
}
