// Stage 5.3: the trigger again, the scalar after the fixes, and the check no agent has seen (C11, G4).
import { identities } from '../../brakes/fingerprint.ts';
import { check } from '../check.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { factsOf, type Iter, type Ran, runTrigger, told } from './iter.ts';

export const rerun = (iter: Iter): Stage => ({
  name: 'fix',
  async run(cycle) {
    const ran = await latest(cycle, iter);
    if (!ran || ran.result.cancelled) return;
    const facts = factsOf(cycle);
    const { exitCode, log } = ran.result;
    facts.allGreen = ran.green;
    facts.scalar = { ...(facts.scalar ?? { before: null, baseline: null }), after: ran.scalar };
    facts.errors = ran.green ? [] : identities('trigger', exitCode, log);
    const { before } = facts.scalar;
    const result = `${told(ran)}${before === null ? '' : ` (was ${before})`}`;
    row(cycle, { stage: 'fix', by: 'rerun', result, state: ran.green ? 'ok' : 'bad' });
    await heldOut(cycle);
  },
});

/** Where nothing was changed the first run is the measurement: the same again would only cost. */
async function latest(cycle: Cycle, iter: Iter): Promise<Ran | undefined> {
  if (iter.made.length === 0) return iter.ran;
  const live = `iter-${iter.number}/rerun.log`;
  iter.ran = await runTrigger(cycle, iter.run, { stage: 'fix', name: 'rerun', live });
  return iter.ran;
}

/** Only whether it passes is kept: its output must not find its way into a prompt. */
async function heldOut(cycle: Cycle): Promise<void> {
  const command = cycle.spec.autoiter?.held_out;
  if (command === undefined) return;
  const { ok } = await check(cycle, { stage: 'fix', name: 'held-out check', command, from: cycle.tree });
  factsOf(cycle).heldOut = { ok };
  row(cycle, {
    stage: 'fix',
    by: 'held-out check',
    result: ok ? 'agrees' : 'disagrees (G4)',
    state: ok ? 'ok' : 'bad',
  });
}
