// What the simulator remembers. Git objects and refs are on disk; everything else is here.
export type Level = 'read' | 'write' | 'admin';
export type Permissions = Record<string, Level>;
export type Role = 'admin' | 'write' | 'read' | 'none';
export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes';
export type StateReason = 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null;

export interface Account {
  id: number;
  nodeId: string;
  login: string;
  type: 'User' | 'Organization' | 'Bot';
  name: string;
  createdAt: string;
  members: Set<string>;
}

export interface Team {
  id: number;
  nodeId: string;
  org: Account;
  slug: string;
  name: string;
  members: Set<string>;
}

export interface App {
  id: number;
  nodeId: string;
  slug: string;
  name: string;
  owner: Account;
  bot: Account;
  publicKey: string;
  clientId: string;
  webhookUrl: string;
  webhookSecret: string;
  hookId: number;
  permissions: Permissions;
  events: string[];
  createdAt: string;
}

export interface Installation {
  id: number;
  nodeId: string;
  app: App;
  account: Account;
  repos: Set<Repo>;
  permissions: Permissions;
  createdAt: string;
  updatedAt: string;
}

export interface Token {
  value: string;
  expiresAt: number;
  installation: Installation | null;
  user: Account;
  permissions: Permissions;
  repos: Set<Repo> | null;
}

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

export interface CheckAction {
  label: string;
  description: string;
  identifier: string;
}

export interface CheckOutput {
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: Record<string, unknown>[];
}

export interface CheckSuite {
  id: number;
  nodeId: string;
  app: App;
  headSha: string;
  headBranch: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface CheckRun {
  id: number;
  nodeId: string;
  suite: CheckSuite;
  name: string;
  headSha: string;
  externalId: string;
  detailsUrl: string | null;
  status: string;
  conclusion: string | null;
  startedAt: string | null;
  completedAt: string | null;
  output: CheckOutput;
  actions: CheckAction[];
}

export interface CommitStatus {
  id: number;
  nodeId: string;
  sha: string;
  state: 'error' | 'failure' | 'pending' | 'success';
  context: string;
  description: string | null;
  targetUrl: string | null;
  creator: Account;
  createdAt: string;
}

export interface Collaborator {
  role: Role;
  roleName: string;
}

export interface Repo {
  id: number;
  nodeId: string;
  owner: Account;
  name: string;
  gitDir: string;
  private: boolean;
  archived: boolean;
  defaultBranch: string;
  createdAt: string;
  updatedAt: string;
  pushedAt: string;
  collaborators: Map<string, Collaborator>;
  labels: Map<string, Label>;
  threads: Map<number, Thread>;
  nextNumber: number;
  checkSuites: CheckSuite[];
  checkRuns: Map<number, CheckRun>;
  statuses: CommitStatus[];
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
