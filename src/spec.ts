// What a run was asked to do: fixed at its start, never edited afterwards (what was approved is what runs).
import type { AgentChoice } from './agents.ts';
import type { LoopName } from './config/loop-name.ts';
import type { PlannedCommit } from './facts/autonomous.ts';
import type { Freeze } from './record.ts';

export interface Spec {
  run: string;
  loop: LoopName;
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
  /** Globs beside the built-in list of protected files, and those taken out of it. */
  guarded?: { protected: string[]; allowed: string[] };
  limits: Limits;
  budget: Budget;
  auto_continue_minutes: number;
  reviewers: { users: string[]; teams: string[] };
  /** Where the check commands come from, for the first report: `ultraloop.yml` or the file they were detected in. */
  checksFrom: string;
  /** What is installed before agent and checks work, in order, and where that comes from. Absent = nothing. */
  setup?: SetupStep[];
  setupFrom?: string;
  /** Why nothing is installed although there seems to be something, in words for people. */
  setupHint?: string;
  /** How the agent and the checks are walled in; `none` is repeated in every report. */
  sandbox: string;
  /** Agents the repository chose among those of the host; absent = the operator's choice. */
  agents?: AgentChoice;
  /** What only its own loop needs; each file of facts says what. */
  autonomous?: AutonomousPlan;
  ralph?: RalphPlan;
  autoiter?: AutoiterPlan;
  /** Decisions of people in earlier runs of this repository, newest first (A9). */
  lessons?: Lesson[];
}

/** A command that installs what agent and checks need; what git ignores of it stays in the worktree. */
export interface SetupStep {
  command: string;
  /** `host:port` it may reach, of those the operator allows. */
  hosts: string[];
  /** Globs of files whose change makes it run again. */
  when: string[];
}

export interface Lesson {
  run: string;
  at: string;
  /** What happened, and what a person decided and why. */
  when: string;
  decision: string;
}

/** The commit plan and what a commit must satisfy (A1, A3, A4, A5). */
export interface AutonomousPlan {
  /** The issue's own checklist; empty = the planner role makes a plan in the first iteration. */
  commits: PlannedCommit[];
  /** The issue's acceptance list and scenarios: due with the last commit. */
  acceptance: string[];
  /** Files of hard rules and conventions, with their text (A4). */
  rules: { path: string; text: string }[];
  /** Page looked at in a real browser, when configured (A5). */
  visual?: { command: string };
}

/** Slices and how they are checked (R1, R5, R6, R9, R10). */
export interface RalphPlan {
  mode: 'build' | 'implement';
  /** Path of the slices' file. */
  scope: string;
  slices: Slice[];
  /** Slices whose log entry was there at the start: they are not built again, but the end-to-end pass may flag them. */
  built: string[];
  bundle: { path: string; text: string }[];
  log: string;
  /** Layer → globs. */
  layers: Record<string, string[]>;
  typecheck?: string;
  /** Command for a slice’s own tests; `{slice}` is its id. */
  tests?: string;
  e2e?: string;
}
export interface Slice {
  id: string;
  name: string;
  type: string;
  layers: string[];
  linear_id?: string;
  definition_of_done: string[];
  /** The whole entry of the file as JSON, for the agent: it sees this one and no other. */
  entry: string;
}

/** The part of autoiter’s set-up that is fixed before discovery; the run spec itself is locked later, in the record (C2). */
export interface AutoiterPlan {
  auto_approve: boolean;
  skip_prepare: boolean;
  /** Held-out check the agent never sees (G4). */
  held_out?: string;
  /** The run spec a repository brings along, as YAML. */
  preset?: string;
  /** From `--max-iterations`; what discovery proposes otherwise. */
  max_iterations?: number;
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
  /** Files and bytes one iteration may bring to the branch; the built-in limit where it is absent. */
  max_files?: number;
  max_bytes?: number;
}

/** Absent = no limit of that kind. */
export interface Budget {
  max_tokens?: number;
  max_cost_usd?: number;
  max_wallclock_min?: number;
}
