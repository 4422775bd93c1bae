// The shapes a stage may touch. Every call is one durable step: a killed process resumes after the last finished call.
import type { Inspection } from './facts/guard.ts';
import type { Change, Freeze, FreezeResult, Log, StageName, WordName } from './record.ts';
import type { SetupStep } from './spec.ts';

export interface Tools {
  agent: Agent;
  shell: Shell;
  git: Git;
  clock: Clock;
  desk: Desk;
}

export interface Agent {
  /** One turn of a coding agent. Never throws for what an agent does: every ending is an `outcome`. */
  run(job: AgentJob): Promise<AgentTurn>;
}
export interface AgentJob {
  stage: StageName;
  role: Role;
  /** Tells parallel jobs of one stage apart; part of the job's id. */
  name?: string;
  /** Which model: the operator maps tiers to models (C15). Absent = standard. */
  tier?: Tier;
  /** Parts of the prompt after the role's own text, in order. */
  brief: Brief[];
  /** Tree the worktree must hold when the agent starts; a turn repeated after a crash starts from it again. */
  from: string;
  /** Reviewers work in a throwaway copy that is discarded (U6). */
  readOnly: boolean;
  /** What is wrong with an answer, in words for the agent; undefined = valid. A wrong one is asked for once more, in the same session where there is one. Absent = any answer will do. */
  mistake?: ((value: unknown) => string | undefined) | undefined;
  timeoutMin: number;
  idleMin: number;
}
export type Tier = 'fast' | 'standard' | 'deep';
/** A prompt in prompts/<role>.md each. */
export type Role =
  | 'implementer'
  | 'reviewer'
  | 'planner'
  | 'debugger'
  | 'tester'
  | 'discoverer'
  | 'observer'
  | 'medic'
  | 'triager'
  | 'verifier'
  | 'auditor';
/** `data` is outside text: fenced with a nonce, never to be obeyed. */
export interface Brief {
  heading: string;
  text: string;
  trust: 'ours' | 'data';
  /** Written by people as Markdown: what GitHub does not show of it is taken out (SEC-18). */
  markdown?: true;
}
export interface AgentTurn {
  outcome: 'ok' | 'failed' | 'missing' | 'timeout' | 'idle' | 'cancelled';
  exitCode: number | null;
  /** The agent's answer as data: its result file, else the last JSON of its output. Unvalidated. */
  value?: unknown;
  log: Log;
  ms: number;
  usage?: {
    tokensIn?: number;
    tokensOut?: number;
    costUsd?: number;
    scope: 'turn' | 'session' | 'last-step';
    source: string;
  };
  /** Files a read-only agent wrote all the same; they were discarded. */
  discarded: string[];
  /** Processes it left behind; they were killed. */
  leftovers: number;
  /** The sandbox's limit that ended it, told in `notes` too. */
  over?: OverLimit;
  /** What a person should know of it: hidden text taken out of its prompt, hosts it was refused. */
  notes?: string[];
  /** What its model service, or the app's proxy before it, refused last; it may explain a turn without effect. */
  trouble?: ModelTrouble;
}
export interface ModelTrouble {
  /** `limited`: too many requests. `overloaded`: the service itself failed. `unauthorised`: the key. `capped`: the operator's cap on the run. */
  kind: 'limited' | 'overloaded' | 'unauthorised' | 'capped';
  /** One line for people, without outside text but the service's name and status. */
  detail: string;
  /** ISO time the service named, or the agent said it did; absent = none. */
  until?: string;
  /** Measured by the app's own proxy, or read from what the agent said. */
  source: 'proxy' | 'agent';
}
/** What an agent does while it works, for progress; titles are outside text. */
export interface AgentActivity {
  kind: 'tool' | 'plan' | 'message' | 'permission';
  title: string;
  /** Files it names, relative to the worktree. */
  files?: string[];
  plan?: { done: number; all: number };
}

export interface Shell {
  /** One check command of the repository, killed with its whole process tree at its time-out. */
  run(job: ShellJob): Promise<ShellResult>;
}
export interface ShellJob {
  name: string;
  command: string;
  timeoutMin: number;
  /** Tree the worktree must hold when the command starts; absent = as it is. */
  from?: string;
  /** It installs what others need: it may go out, and is skipped where it is done already. Needs `from`. */
  setup?: Pick<SetupStep, 'hosts' | 'when'>;
  /** One of the run's files (K18) that gets the output while the command runs, such as `iter-2/raw.log`. */
  live?: string;
}
export interface ShellResult {
  exitCode: number | null;
  timedOut: boolean;
  cancelled: boolean;
  /** The sandbox's limit that ended it. */
  over?: OverLimit;
  /** What came of a setup. */
  setup?: SetUp;
  leftovers: number;
  ms: number;
  log: Log;
}
export interface SetUp {
  /** It was not run: it has run in this worktree, and none of its files differ since. */
  skipped: boolean;
  /** `host:port` it went to, and what it was refused, each once. */
  reached: string[];
  refused: string[];
  /** Files it left that git does not ignore: they were removed, as whatever is not of the tree. At most five names. */
  swept: string[];
}

/** `why` is half a sentence for people, such as `it ran over its memory limit of 512 MB`. After `disk` what it wrote is gone. */
export interface OverLimit {
  kind: 'memory' | 'disk';
  why: string;
}

export interface Git {
  /** Fetches and makes the worktree hold the branch's head. Says so when somebody else pushed to it, unless that commit is the one to `accept`. */
  prepare(accept?: string): Promise<Prepared>;
  /** Stages everything and writes the tree: what is there now, compared with the given tree. Refuses nested repositories. */
  snapshot(since: string): Promise<Change>;
  /** What differs between two trees that were staged or committed before. */
  compare(from: string, to: string): Promise<Change>;
  /** Compares the frozen files of a tree with the freeze. */
  verify(freeze: Freeze, tree: string): Promise<Pick<FreezeResult, 'intact' | 'hash' | 'files' | 'violations'>>;
  /** Looks into what a tree changes since another before it is pushed; signs of bent tests are looked for since `base`. */
  inspect(from: string, to: string, base: string): Promise<Inspection>;
  /** Commits the tree onto the branch and pushes it, never over anybody's commits. */
  publish(tree: string, message: string): Promise<Published>;
  /** Undoes commits of the branch, in the order given, in one new commit and pushes it. Nothing happens when one cannot be undone. */
  revert(commits: readonly string[], message: string): Promise<Reverted>;
  /**
   * Keeps a tree on `ultraloop/stash/…` and puts the worktree back to the branch's head. One that holds a secret stays on the host,
   * under a ref of that name in the mirror.
   */
  stash(tree: string, reason: string): Promise<{ branch: string; commit: string; host?: true }>;
  /** Makes the worktree hold a tree; ignored files stay. */
  restore(tree: string): Promise<void>;
  /** Makes the worktree hold a tree and nothing else; answers the ignored files and folders that went. */
  clear(tree: string): Promise<string[]>;
  /** The tree with one file written, or taken out (undefined). The worktree is left alone. */
  write(tree: string, file: { path: string; text: string | undefined }): Promise<string>;
  /** A file of a tree as text, at most `cap` bytes; undefined when it is not there or not a plain file. */
  read(tree: string, path: string, cap?: number): Promise<string | undefined>;
}
export interface Prepared {
  /** Commit and tree the worktree holds. */
  head: string;
  tree: string;
  /** Somebody else's commit on the branch, when there is one. */
  foreign?: string;
}
export type Published =
  | { outcome: 'pushed' | 'unchanged'; commit: string }
  | { outcome: 'foreign'; sha: string }
  | { outcome: 'refused'; detail: string };

/** `conflict`: what came later stands on this commit's lines. `tree` is what the branch holds now. */
export type Reverted = { published: Published; tree: string } | { conflict: string };

export interface Clock {
  /** ISO time, whole milliseconds; recorded, so a resumed turn sees the same. */
  now(): Promise<string>;
}

/** The run's desk: where it shows what it is doing and hears what people said. */
export interface Desk {
  /** Shows the stage as begun in status section, check run and log. Never fails a run. */
  stage(stage: StageName): Promise<void>;
  /** A safe point: the word that should cut this iteration short, if a person said one. */
  cut(): Promise<WordName | undefined>;
}
