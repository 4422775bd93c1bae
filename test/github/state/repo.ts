// A repository. Its objects and refs are on disk; everything else is here.
import type { Account } from './accounts.ts';
import type { CheckRun, CheckSuite, CommitStatus } from './checks.ts';
import type { Label, Thread } from './threads.ts';

export type Role = 'admin' | 'write' | 'read' | 'none';
interface Collaborator {
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
