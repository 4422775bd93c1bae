// Checks as people read them: PASS, FAIL or a dash, and the failing ones folded with their first failing lines.
import { checkName } from '../brakes/check-name.ts';
import { FAILURES } from '../failures.ts';
import type { BlockResult, CheckResult, Iteration } from '../record.ts';
import { fence } from './fence.ts';

type CheckKind = 'lint' | 'unit' | 'contract';
const KINDS = ['lint', 'unit', 'contract'] as const satisfies CheckKind[];

export interface FailingCheck {
  /** `me unit` */
  name: string;
  check: CheckResult;
  how: string;
}

/** `-` = the block has no such command. */
export function passOrFail(check: CheckResult | undefined): string {
  if (check === undefined) return '-';
  return check.ok ? 'PASS' : 'FAIL';
}

/** Each failing command once, in the order of the blocks. */
export function failingChecks(blocks: readonly BlockResult[]): FailingCheck[] {
  const seen = new Set<string>();
  return blocks.flatMap(block =>
    KINDS.flatMap(kind => {
      const check = block[kind];
      if (check === undefined || check.ok || seen.has(check.command)) return [];
      seen.add(check.command);
      return { name: checkName(block, kind), check, how: ending(check) };
    }),
  );
}

/** Folds with the failing checks' output, then the output of the stage that failed. */
export function logs(iteration: Iteration): string[] {
  const folds = failingChecks(iteration.blocks).map(({ name, check, how }) => fence(check.log, `${name}: ${how}`));
  const { failure } = iteration;
  if (failure?.log) folds.push(fence(failure.log, failureTitle(failure.code)));
  return folds;
}

export function failureTitle(code: string): string {
  return Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES].title : code;
}

/** What a person can do about a failure; Markdown of ours. */
export function failureTodo(code: string): string {
  return Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES].todo : '`/continue` tries again.';
}

function ending({ timedOut, exitCode }: CheckResult): string {
  if (timedOut) return 'ran into its time limit';
  return exitCode === null ? 'was stopped' : `exit code ${exitCode}`;
}
