// What a run was asked to do: fixed at its start, never edited afterwards (what was approved is what runs).
import type { Freeze } from './record.ts';

export interface Spec {
  run: string;
  loop: 'ultraloop';
  owner: string;
  repo: string;
  issue: number;
  /** Text of the issue as the starting delivery carried it; later edits do not reach the agent. */
  title: string;
  body: string;
  startedBy: string;
  /** Commit of the default branch everything was read from. */
  base: string;
  defaultBranch: string;
  branch: string;
  target: Target;
  blocks: Block[];
  freeze?: Freeze;
  limits: Limits;
  budget: Budget;
  auto_continue_minutes: number;
  reviewers: { users: string[]; teams: string[] };
  /** Where the check commands come from, for the first report: `ultraloop.yml` or the file they were detected in. */
  checksFrom: string;
  /** How the agent and the checks are walled in; `none` is repeated in every report. */
  sandbox: string;
}

/** A named instruction file of the repository, or the issue text itself (U1). */
export interface Target {
  name: string;
  path?: string;
  text: string;
  /** The target's own state file, `{blocks:{name:{status,contract_test_pass}}}` (U8). */
  state?: string;
}

export interface Block {
  name: string;
  declared: boolean;
  /** Globs of the files that belong to it. */
  paths: string[];
  lint?: string;
  unit?: string;
  contract?: string;
}

export interface Limits {
  max_cycles: number;
  /** Iterations in a row without a change of the tree before a person is asked. */
  no_progress: number;
  /** Iterations in a row that failed (agent missing, hanging, crashing) before a person is asked. */
  failures: number;
  check_timeout_min: number;
  agent_timeout_min: number;
  agent_idle_min: number;
}

/** Absent = no limit of that kind. */
export interface Budget {
  max_tokens?: number;
  max_cost_usd?: number;
  max_wallclock_min?: number;
}
