// What an iteration of the autoiter loop (seed 003) remembers beyond what every loop does.

export type FixKind = 'correctness' | 'optimization' | 'mixed';

export interface Issue {
  id: string;
  title: string;
  /** At most five lines (C5). */
  evidence: string;
  severity: number;
  first_seen: string;
  blocking: boolean;
}
export interface Verdict {
  issue: string;
  verdict: 'Real' | 'Discarded' | 'Unclear';
  confidence: number;
  rationale: string;
}
export interface Fix {
  id: string;
  issue: string;
  title: string;
  kind: FixKind;
  severity: number;
  fix_confidence: number;
  root_cause: string;
  reproduction_test: string;
  fix_outline: string;
  why_root_cause: string;
  dependencies: string[];
  /** Files the fix names as its own (G6). */
  files: string[];
  uncertainty_tag: 'triage_unclear' | 'none';
  /** Set once it is made: its one commit (C9), or why it was not. */
  commit?: string;
  failed?: string;
  /** The agent said that it cannot be made: trying again by itself cannot help. */
  impossible?: true;
  reverted?: boolean;
}
export interface Deferred {
  id: string;
  title: string;
  tag: 'triage_low_confidence' | 'deep_verify_low_confidence' | 'g2_incomplete';
  iteration: number;
}
/** What the trigger measured: at the run's start, before this iteration and after its fixes (C11). null = not to be had. */
export interface Scalar {
  before: number | null;
  after: number | null;
  baseline: number | null;
}
/** A command discovery found, with how well it would serve as the trigger (C2). */
export interface RankedTrigger {
  command: string;
  kind: 'shell' | 'replay' | 'dataset';
  /** 1 to 5. */
  score: number;
  why: string;
}
/** One thing the prepare check looked for (C3). */
export interface PrepareCheck {
  name: string;
  ok: boolean;
  detail: string;
}
/** Which part of the entry state machine (C1) this record belongs to. */
export interface AutoiterFacts {
  phase: 'discovery' | 'prepare' | 'iteration';
  /** Discovery's proposal as YAML, as it was posted (C2). */
  proposal?: string;
  /** What discovery chose from, best first. */
  candidates?: RankedTrigger[];
  prepared?: { ok: boolean; report: string };
  issues: Issue[];
  recovery: { model: string; root_cause: string; fix: string; result: string }[];
  verdicts: Verdict[];
  fixes: Fix[];
  deferred: Deferred[];
  /** `text` = the fixes' titles, what G7 compares. */
  plan?: {
    batches: string[][];
    text: string;
    jaccard: number;
    bucket: number;
    /** Fixes that could not be ordered: a cycle, or something the plan does not hold. */
    left?: { id: string; why: string }[];
  };
  audit?: { ok: boolean; untraceable: { file: string; why: string }[] };
  scalar?: Scalar;
  /** Normalised identities of what failed in the rerun, or in the trigger when there was none (SC5). */
  errors?: string[];
  rollback: { fix: string; commit: string; why: string }[];
  allGreen?: boolean;
  heldOut?: { ok: boolean };
  specialCasing: { file: string; line: number; what: string }[];
  /** Why this iteration must end the run whatever the stops say (G6, G7, an unrecoverable blocker, stage drift). */
  escalate?: {
    reason:
      | 'blocker_unrecoverable'
      | 'loop_no_progress'
      | 'g6_diff_audit_failed'
      | 'stage_anchor_drift'
      | 'prepare_failed';
    detail: string;
  };
}
