// The `ralph:` section of the configuration (R1, R2, R5, R6, R9, R10).
import * as z from 'zod';
import { globs, path } from './fields.ts';

const command = z.string().min(1).max(1000);

export const ralph = z
  .strictObject({
    mode: z
      .enum(['build', 'implement'])
      .prefault('build')
      .describe('build = inner and outer loop; implement = one slice, inner loop only.'),
    scope: path.prefault('scope.json').describe('The slices, in order.'),
    plan_handoff: path.prefault('handoffs/plan-handoff.md'),
    grill_summary: path.prefault('grill-summary.md'),
    log: path.prefault('implementation-log.md').describe('One entry per finished slice, written by the app.'),
    layers: z
      .record(z.string().min(1).max(100), globs)
      .exactOptional()
      .describe('Layer → globs of its files. Absent = the usual folders.'),
    typecheck: command.exactOptional(),
    tests: command.exactOptional().describe('Tests of one slice; `{slice}` is its id.'),
    e2e: command.exactOptional().describe('End-to-end checks, run once after all slices.'),
  })
  .describe('The ralph loop: slices with a verification gateway, retries in fresh context, circuit breakers.');
