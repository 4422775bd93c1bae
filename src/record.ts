// What is remembered of a run: the only truth, and all that brakes and reports may look at.
import type { AutoiterFacts } from './facts/autoiter.ts';
import type { AutonomousFacts } from './facts/autonomous.ts';
import type { GuardResult } from './facts/guard.ts';
import type { RalphFacts } from './facts/ralph.ts';

/** Iterations and people's words, in the order they happened. Read-only: a cycle returns a new entry, it never edits one. */
export type Past = readonly Entry[];
export type Entry = Iteration | Word | Fault;

/** One turn of a loop (seed words: cycle, iteration, attempt, iter), also when it went wrong. */
export interface Iteration {
  kind: 'iteration';
  /** 1-based and never reused, also after a person's `/continue` past a limit. */
  n: number;
  /** How many entries the record had when it began; words after these were said while it ran. */
  known: number;
  startedAt: string;
  endedAt: string;
  /** The steps table of the report, in the order they ran. */
  steps: Step[];
  /** What this iteration did to the tree. Absent when it failed before there was anything to see. */
  change?: Change;
  /** The commit on the run's branch, when there was something to commit. */
  commit?: string;
  /** The tree this iteration left, when an outage kept it from the branch: the next one begins with it. */
  unpublished?: string;
  review?: Review;
  improvements: Improvement[];
  blocks: BlockResult[];
  freeze?: FreezeResult;
  /** What was found when the tree was looked at before it was pushed. Absent = nothing was to be pushed. */
  guard?: GuardResult;
  spend: Spend[];
  /** Things a person should know that are nobody's fault: a reviewer that wrote files, children that were left, a cut log. */
  notes: string[];
  /** Set when a stage could not do its work; the brakes count these. */
  failure?: FailureRecord;
  /** What only its own loop knows of it. */
  autonomous?: AutonomousFacts;
  ralph?: RalphFacts;
  autoiter?: AutoiterFacts;
  /** Set when a person's word cut the iteration short at a safe point. */
  cut?: WordName;
}

/** A stage's row in the report: who did it and what came of it, in one line. */
export interface Step {
  stage: StageName;
  by: string;
  result: string;
  state: 'ok' | 'bad' | 'skipped';
}
export type StageName =
  | UltraloopStage
  | 'setup'
  | 'verify'
  | 'debug'
  | 'sentinel'
  | 'gateway'
  | 'e2e'
  | 'discover'
  | 'prepare'
  | 'kickoff'
  | 'trigger'
  | 'observe'
  | 'triage'
  | 'fix'
  | 'rollback';
type UltraloopStage = 'execute' | 'review' | 'improve' | 'contracts' | 'freeze' | 'guard' | 'report';

/** What a person said or did, once per delivery. */
export interface Word {
  kind: 'word';
  /** The delivery id or, for a word found by reconciling, a stable key of the same meaning. */
  id: string;
  word: WordName;
  by: string;
  at: string;
  /** Words after the command, or the comment itself. Outside text: data, never instructions to us. */
  text: string;
  url?: string;
  /** The foreign commit of a `push`. */
  sha?: string;
}
export type WordName = 'continue' | 'abort' | 'finish' | 'approve' | 'comment' | 'push' | 'closed' | 'unlabeled';

/** A turn that could not run to its end (GitHub away, disk full): kept, shown, counted. */
export interface Fault {
  kind: 'fault';
  at: string;
  turn: number;
  failure: FailureRecord;
}

/** A failure as data: the catalogue's code, and what was seen this time. */
export interface FailureRecord {
  code: string;
  detail: string;
  log?: Log;
  /** ISO time from which on it may go better: the model service named it. */
  until?: string;
}

export interface Change {
  /** Tree before and after, as git object ids. */
  from: string;
  to: string;
  files: FileChange[];
  added: number;
  removed: number;
}
export interface FileChange {
  path: string;
  /** git's letter: A added, M modified, D deleted, T type changed. Renames are seen as D and A. */
  status: string;
  /** Lines; null for a binary file. */
  added: number | null;
  removed: number | null;
  /** git mode after the change: 100644, 100755, 120000 symlink, 160000 gitlink, 000000 gone. */
  mode: string;
}

export interface Review {
  verdict: 'CLEAN' | 'IMPROVEMENTS_NEEDED';
  /** Must fix now. */
  priority1: Finding[];
  /** Notes of lower priority. */
  notes: Finding[];
  assessment: { block: string; text: string }[];
  coverage?: string;
  freeze?: string;
}
export interface Finding {
  file: string;
  /** 1-based; absent when the reviewer named only the file. */
  line?: number;
  what: string;
}
export interface Improvement extends Finding {
  applied: boolean;
  /** Why not, when it was not applied. */
  why?: string;
}

/** One block of the target (U8). `-` in reports = the block has no such command. */
export interface BlockResult {
  name: string;
  /** false for the one block made up of detected checks in a repository that declares none. */
  declared: boolean;
  /** From the target's state file where there is one, else from the checks: merged when all of them pass. */
  status: string;
  lint?: CheckResult;
  unit?: CheckResult;
  contract?: CheckResult;
  /** The state file's own word on the contract test, when it has one. Ours decides; a difference is noted. */
  claimed?: boolean;
}
export interface CheckResult {
  command: string;
  ok: boolean;
  exitCode: number | null;
  timedOut: boolean;
  ms: number;
  log: Log;
  /** Normalised identity of the failure; absent when it passed. */
  fingerprint?: string;
}

/** Output as it was kept: first and last part of it, text made safe to store (valid Unicode, no NUL). */
export interface Log {
  head: string;
  tail: string;
  bytes: number;
  lines: number;
  /** Bytes between head and tail that were not kept. */
  dropped: number;
}

/** The design freeze (U3): what was frozen and the hash over mode, object id and path of each file. */
export interface Freeze {
  paths: string[];
  hash: string;
  files: number;
  /** Tree the hash was taken from; verifying compares trees, so equal folders cost nothing. */
  tree: string;
  created_at: string;
}
export interface FreezeResult {
  intact: boolean;
  hash: string;
  files: number;
  /** Frozen files that differ, when it was violated. */
  violations: FileChange[];
  /** Branch the violating tree was kept on (`ultraloop/stash/…`), and its commit. */
  stash?: { branch: string; commit: string };
}

/** Tokens, money and time of one stage, also when it was killed (K20). Missing means unknown, never zero. */
export interface Spend {
  stage: StageName;
  role: string;
  ms: number;
  tokensIn?: number;
  tokensOut?: number;
  costUsd?: number;
  /** What the numbers count: this turn, the whole session, or only the last model call. */
  scope?: 'turn' | 'session' | 'last-step';
  source?: string;
  killed: boolean;
}

/** Why a run ends or parks: said by a brake in data, told by a report. */
export interface Exit {
  code: ExitCode;
  /** `end` releases the issue; `park` keeps it and waits for a person. */
  kind: 'end' | 'park';
  /** One sentence: what the brake saw and what it wanted. */
  why: string;
  /** Evidence lines, already short. Outside text in them is escaped by the report. */
  evidence: string[];
  /** A person is needed: review is requested and the run labelled `loop/needs-human`. */
  asks: boolean;
  /** `/continue` can wake it again, with what is there. */
  resumable: boolean;
  /** Files whose owners are asked, when the exit is about files. */
  files?: string[];
}
export type ExitCode =
  | 'COMPLETE'
  | 'CLEAN'
  | 'MAX_CYCLES'
  | 'FREEZE_VIOLATION'
  | 'PROTECTED_CHANGE'
  | 'TOKEN_EXHAUSTION'
  | 'ABORTED'
  | 'FINISHED'
  | 'CLOSED'
  | 'INTERRUPT'
  | 'TAKEOVER'
  | 'NO_PROGRESS'
  | 'SUCCESS'
  | 'JIDOKA'
  | 'MAX'
  | 'CONTEXT_DRIFT'
  | 'SPEC_DRIFT'
  | 'CIRCUIT_BREAKER'
  | 'OUTER_BREAKER'
  | 'SPEC_WAITING'
  | 'CONVERGED'
  | 'BUDGET_EXHAUSTED'
  | 'ESCALATED'
  | 'BROKEN'
  | 'NOT_READY'
  | 'ACCESS_LOST';

/** A brake's counter as reports show it: never a number without its limit. */
export interface Counter {
  name: string;
  value: number;
  limit: number;
}
