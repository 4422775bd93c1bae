// What an iteration of the autonomous loop (seed 001) remembers beyond what every loop does.
import type { Finding } from '../record.ts';

export interface AutonomousFacts {
  /** The commit plan, in the iteration that made it (A3). */
  plan?: PlannedCommit[];
  /** The commit of the plan this iteration worked on: 0-based, and its title. */
  commit: { index: number; of: number; title: string };
  /** pr-review (A4). */
  review?: { verdict: 'PASS' | 'BLOCK'; findings: Finding[] };
  /** qa-commit (A5): the commit's contract, item by item. */
  qa?: { verdict: 'GREEN' | 'RED'; items: ContractItem[] };
  /** Identities of what failed (A6): check, test ids and first error frame, normalised. */
  errors: string[];
  /** The debug stage ran, and what it says the cause is. */
  debug?: { cause: string; changed: boolean };
  outcome: 'SUCCESS' | 'CONTINUE';
}

export interface PlannedCommit {
  title: string;
  /** What must hold when it is done, in words: acceptance criteria or Gherkin scenarios. */
  contract: string[];
}

export interface ContractItem {
  name: string;
  ok: boolean;
  detail: string;
}
