// What an iteration of the autonomous loop (seed 001) remembers beyond what every loop does.
import type { Finding } from '../record.ts';

export interface AutonomousFacts {
  /** The commit of the plan this iteration worked on: 0-based, and its title (A3). */
  commit: { index: number; of: number; title: string };
  /** pr-review (A4). */
  review?: { verdict: 'PASS' | 'BLOCK'; findings: Finding[] };
  /** qa-commit (A5): the commit's contract, item by item. */
  qa?: { verdict: 'GREEN' | 'RED'; items: { name: string; ok: boolean; detail: string }[] };
  /** Identities of what failed (A6): check, test ids and first error frame, normalised. */
  errors: string[];
  /** The debug stage ran, and what it says the cause is. */
  debug?: { cause: string; changed: boolean };
  outcome: 'SUCCESS' | 'CONTINUE';
}
