// Stage 0.5: are tools and data there, is the tree clean, does the trigger run at all? Its scalar is the baseline (C3).
import type { RunSpec } from '../../config/run-spec.ts';
import type { PrepareCheck } from '../../facts/autoiter.ts';
import { prepareReport } from '../../reports/autoiter/run-spec-file.ts';
import { count } from '../../reports/figures.ts';
import { prepareAnswer } from '../autoiter-answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { ask } from './ask.ts';
import { aboutRun, aboutTask, head } from './briefs.ts';
import { factsOf, newFacts, runTrigger, told } from './iter.ts';

export const prepareCheck = (run: RunSpec): Stage => ({ name: 'prepare', run: cycle => check(cycle, run) });

async function check(cycle: Cycle, run: RunSpec): Promise<void> {
  cycle.draft.autoiter = newFacts('prepare');
  const facts = factsOf(cycle);
  const ran = await runTrigger(cycle, run, { stage: 'prepare', name: 'baseline trigger', live: 'prepare/raw.log' });
  const brief = [
    head(0, 'prepare', 'Are the tools and the data this run needs there? Change nothing.'),
    aboutRun(run),
    ...aboutTask(cycle),
  ];
  const answer = await ask(cycle, { stage: 'prepare', role: 'discoverer', tier: 'fast', brief, schema: prepareAnswer });
  const checks: PrepareCheck[] = [
    { name: 'clean tree', ok: true, detail: 'the worktree holds the branch’s head' },
    { name: 'baseline trigger', ok: !ran.stopped, detail: told(ran) },
    ...answer.checks,
    ...(answer.ok || answer.checks.some(({ ok }) => !ok)
      ? []
      : [{ name: 'discoverer', ok: false, detail: 'says it is not ready' }]),
  ];
  const failed = checks.filter(({ ok }) => !ok);
  const ok = failed.length === 0;
  facts.prepared = { ok, report: prepareReport(checks, { command: run.trigger.invocation, result: told(ran) }) };
  facts.scalar = { before: null, after: null, baseline: ran.scalar };
  const result = ok
    ? `${count(checks.length, 'check')}, all there · ${told(ran)}`
    : `missing: ${failed.map(({ name }) => name).join(', ')}`;
  row(cycle, { stage: 'prepare', by: 'discoverer', result, state: ok ? 'ok' : 'bad' });
  const detail = failed
    .map(({ name, detail: why }) => `${name}: ${why}`)
    .join('; ')
    .slice(0, 1000);
  if (!ok) facts.escalate = { reason: 'prepare_failed', detail };
}
