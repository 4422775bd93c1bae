// The `autoiter:` section of the configuration (C2–C4, C14).
import * as z from 'zod';

const command = z.string().min(1).max(1000);

export const autoiter = z
  .strictObject({
    auto_approve: z.boolean().prefault(false).describe('Lock the run spec without waiting for `/approve`.'),
    skip_prepare: z.boolean().prefault(false).describe('Skip the check of tools, data and the baseline run.'),
    held_out: command.exactOptional().describe('A check the agent never sees; it decides beside the visible one.'),
    run_spec: z
      .strictObject({
        primary_goal: z.enum(['correctness', 'optimization', 'both']).prefault('correctness'),
        trigger: z.strictObject({
          kind: z.enum(['shell', 'replay', 'dataset']).prefault('shell'),
          invocation: command,
          expected_output: z.string().max(500).prefault('stdout stream'),
          scalar_extraction: z.string().max(500).exactOptional().describe('`grep:…`, `regex:…`, `jq:…` or `junit`.'),
        }),
        success_criterion: z
          .strictObject({
            type: z.enum(['all_green', 'scalar_threshold', 'convergence_delta', 'custom']).prefault('all_green'),
            threshold: z.number().exactOptional(),
          })
          .prefault({}),
        budget: z
          .strictObject({
            max_iterations: z.int().min(1).max(100).prefault(5),
            max_tokens: z.number().positive().exactOptional(),
            max_wallclock_min: z.number().positive().exactOptional(),
          })
          .prefault({}),
        iter_rollback_policy: z.enum(['kind_aware', 'none']).prefault('kind_aware'),
      })
      .exactOptional()
      .describe('A run spec the repository brings along; discovery proposes one when it is absent.'),
  })
  .describe('The autoiter loop: run a trigger, observe, triage, verify, fix, run again.');
