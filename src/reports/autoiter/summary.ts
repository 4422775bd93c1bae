// iter-N/summary.md in the seed's form: the scalar, the decision, the fixes, what was taken back (C11, C12).
import type { AutoiterFacts } from '../../facts/autoiter.ts';
import type { Exit } from '../../record.ts';
import { code, text } from '../markdown.ts';
import { figure } from './figure.ts';
import { signed } from './moment.ts';

export type Decision = 'continue' | 'stop_converged' | 'stop_cap' | 'stop_budget' | 'stop_escalated' | 'stop';

/** The seed's word for how an iteration ended; `stop` for what people decided. */
export function decisionOf(exit: Exit | undefined): Decision {
  switch (exit?.code) {
    case undefined:
      return 'continue';
    case 'CONVERGED':
      return 'stop_converged';
    case 'BUDGET_EXHAUSTED':
      return exit.evidence.some(line => line.endsWith('iterations')) ? 'stop_cap' : 'stop_budget';
    case 'TOKEN_EXHAUSTION':
      return 'stop_budget';
    case 'ESCALATED':
      return 'stop_escalated';
    default:
      return 'stop';
  }
}

export function summaryFile(iter: number, facts: AutoiterFacts, exit: Exit | undefined): string {
  const { before, after } = facts.scalar ?? { before: null, after: null };
  const applied = facts.fixes.filter(({ commit, reverted }) => commit !== undefined && !reverted);
  const lines = [
    `# Summary — iter-${iter}`,
    `scalar_before: ${figure(before)}`,
    `scalar_after: ${figure(after)}`,
    `scalar_delta: ${before === null || after === null ? 'n/a' : signed(after - before)}`,
    `convergence: ${exit?.code === 'CONVERGED' ? 'yes' : 'no'}`,
    `decision: ${decisionOf(exit)}`,
    `fixes_applied: [${applied.map(({ id }) => text(id)).join(', ')}]`,
  ];
  return `${[lines.join('\n'), ...similarity(facts), ...rollbackLog(facts)].join('\n\n')}\n`;
}

function similarity({ plan }: AutoiterFacts): string[] {
  return plan ? [`## Plan similarity\njaccard: ${plan.jaccard.toFixed(2)}\nbucket: ${plan.bucket}`] : [];
}

function rollbackLog({ rollback }: AutoiterFacts): string[] {
  if (rollback.length === 0) return [];
  const lines = rollback.map(({ fix, commit, why }) => `- ${text(fix)} ${code(commit.slice(0, 7))}: ${text(why)}`);
  return [`## rollback_log\n${lines.join('\n')}`];
}
