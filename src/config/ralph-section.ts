// The `ralph:` section of the configuration (R1, R2, R5, R6, R9, R10).
import * as z from 'zod';
import { command, globs, name, path } from './fields.ts';

export const ralph = z
  .strictObject({
    mode: z
      .enum(['build', 'implement'])
      .prefault('build')
      .describe('build = inner and outer loop; implement = one slice, inner loop only.'),
    scope: path.prefault('scope.json').describe('The slices, in order.'),
    plan_handoff: path.prefault('handoffs/plan-handoff.md').describe('The plan, as it was handed over to the build.'),
    grill_summary: path.prefault('grill-summary.md').describe('What the feature is for, and for whom.'),
    log: path.prefault('implementation-log.md').describe('One entry per finished slice, written by the app.'),
    layers: z
      .record(name, globs.min(1, 'a layer needs at least one glob'))
      .exactOptional()
      .describe('Layer → globs of its files. Absent = the usual folders.'),
    typecheck: command.exactOptional().describe('First half of the gateway. Absent = the lint checks.'),
    tests: command.exactOptional().describe('Tests of one slice; `{slice}` is its id. Absent = the unit tests.'),
    e2e: command.exactOptional().describe('End-to-end checks, run once after all slices.'),
  })
  .describe('The ralph loop: slices with a verification gateway, retries in fresh context, circuit breakers.');
