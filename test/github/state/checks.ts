// Check suites, check runs and commit statuses.
import type { Account, App } from './accounts.ts';

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
