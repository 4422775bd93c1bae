// 5. The verification gateway (R6): typecheck and the slice's own tests decide, nothing else does.
import type { SliceTask } from '../../brakes/ralph-course.ts';
import type { CheckResult } from '../../record.ts';
import { check, checkOutput } from '../check.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { factsOf, present } from './begin.ts';
import { sliceChange } from './slice-change.ts';

export const gateway: Stage = { name: 'gateway', run };

async function run(cycle: Cycle): Promise<void> {
  const { task } = present(cycle);
  const facts = factsOf(cycle);
  if (task.kind !== 'slice' || cycle.draft.failure || !cycle.draft.change || facts.drift) return;
  if (await isEmpty(cycle, task)) return refuse(cycle, 'The slice changed no file: there is nothing to verify.');
  const results = await checks(cycle, task);
  if (results.some(wasStopped)) return; // a person stopped it in mid-work: it says nothing about the slice
  const red = results.filter(({ result }) => !result.ok);
  facts.gateway = { ok: red.length === 0, output: red.map(({ result }) => checkOutput(result)).join('\n\n') };
  facts.done = red.length === 0;
}

/** Work of no file is no work (7.12). In the outer pass nothing may have to change: another slice was at fault. */
async function isEmpty(cycle: Cycle, task: SliceTask): Promise<boolean> {
  return task.pass === 'inner' && (await sliceChange(cycle, task)).files.length === 0;
}

function refuse(cycle: Cycle, why: string): void {
  factsOf(cycle).gateway = { ok: false, output: why };
  row(cycle, { stage: 'gateway', by: 'gateway', result: why, state: 'bad' });
}

interface Checked {
  kind: 'lint' | 'unit';
  name: string;
  result: CheckResult;
}

/** Both are run even when the first is red: one attempt should learn of everything that is wrong. */
async function checks(cycle: Cycle, { slice }: SliceTask): Promise<Checked[]> {
  const { plan } = present(cycle);
  const results: Checked[] = [];
  for (const { kind, name, command } of [
    { kind: 'lint', name: 'typecheck', command: plan.typecheck },
    { kind: 'unit', name: `tests of ${slice.id}`, command: plan.tests?.replaceAll('{slice}', slice.id) },
  ] as const) {
    if (command) results.push({ kind, name, result: await check(cycle, { stage: 'gateway', name, command }) });
  }
  const ok = results.every(({ result }) => result.ok);
  cycle.draft.blocks.push({
    ...{ name: slice.id, declared: true, status: ok ? 'built' : 'failing' },
    ...Object.fromEntries(results.map(({ kind, result }) => [kind, result])),
  });
  const marks = results.map(({ name, result }) => `${name} ${result.ok ? '✔' : '✘'}`);
  row(cycle, { stage: 'gateway', by: 'gateway', result: marks.join(' · '), state: ok ? 'ok' : 'bad' });
  return results;
}

function wasStopped({ result }: Checked): boolean {
  return !result.ok && !result.timedOut && result.exitCode === null;
}
