// The `autoiter:` section of the configuration (C2–C4, C14).
import * as z from 'zod';
import { command } from './fields.ts';
import { RUN_SPEC_PARTS } from './run-spec.ts';

export const autoiter = z
  .strictObject({
    auto_approve: z.boolean().prefault(false).describe('Lock the run spec without waiting for `/approve`.'),
    skip_prepare: z.boolean().prefault(false).describe('Skip the check of tools, data and the baseline run.'),
    held_out: command.exactOptional().describe('A check the agent never sees; it decides beside the visible one.'),
    run_spec: RUN_SPEC_PARTS.exactOptional().describe(
      'A run spec the repository brings along; discovery proposes one when it is absent.',
    ),
  })
  .describe('The autoiter loop: run a trigger, observe, triage, verify, fix, run again.');
