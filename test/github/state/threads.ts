// Issues, pull requests, and all that hangs on them.
import type { Account, App, Team } from './accounts.ts';
import type { Repo } from './repo.ts';

export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes';
export type StateReason = 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null;

export interface Label {
  id: number;
  nodeId: string;
  name: string;
  color: string;
  description: string | null;
  isDefault: boolean;
}

export interface Reaction {
  id: number;
  nodeId: string;
  user: Account;
  content: ReactionContent;
  createdAt: string;
}

export interface Comment {
  id: number;
  nodeId: string;
  author: Account;
  app: App | null;
  body: string;
  createdAt: string;
  updatedAt: string;
  reactions: Reaction[];
  minimized: string | null;
  thread: Thread;
}

export interface Review {
  id: number;
  nodeId: string;
  author: Account;
  body: string;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
  commitId: string;
  submittedAt: string;
}

export interface ReviewComment {
  id: number;
  nodeId: string;
  reviewId: number;
  author: Account;
  body: string;
  path: string;
  line: number | null;
  side: 'LEFT' | 'RIGHT';
  commitId: string;
  inReplyTo: number | null;
  createdAt: string;
  updatedAt: string;
  reactions: Reaction[];
  diffHunk: string;
}

export interface Pull {
  id: number;
  nodeId: string;
  headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
  draft: boolean;
  mergedAt: string | null;
  mergedBy: Account | null;
  mergeCommitSha: string | null;
  reviewers: Account[];
  teams: Team[];
  reviews: Review[];
  reviewComments: ReviewComment[];
  maintainerCanModify: boolean;
}

export interface Thread {
  id: number;
  nodeId: string;
  repo: Repo;
  number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: StateReason;
  locked: boolean;
  author: Account;
  app: App | null;
  labels: Label[];
  assignees: Account[];
  comments: Comment[];
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: Account | null;
  pull: Pull | null;
  timeline: TimelineEntry[];
}

export type TimelineKind =
  | 'opened'
  | 'comment'
  | 'comment_edited'
  | 'comment_deleted'
  | 'labeled'
  | 'unlabeled'
  | 'assigned'
  | 'unassigned'
  | 'commit'
  | 'force_pushed'
  | 'branch_deleted'
  | 'review_requested'
  | 'review_request_removed'
  | 'reviewed'
  | 'ready_for_review'
  | 'converted_to_draft'
  | 'closed'
  | 'reopened'
  | 'merged'
  | 'locked'
  | 'unlocked'
  | 'reaction'
  | 'reaction_removed'
  | 'check_run'
  | 'renamed'
  | 'body_edited'
  | 'linked';

// One line of a thread as its reader sees it. `text` is the body, the label, the commit's subject, and so on.
export interface TimelineEntry {
  at: string;
  actor: string;
  kind: TimelineKind;
  text: string;
  id?: number;
  sha?: string;
}
