// The run spec of autoiter (C2): what is run, what counts as success, what it may cost. Written by discovery, edited by a person, locked.
import * as z from 'zod';
import { parseExtraction } from './extraction.ts';
import { command } from './fields.ts';
import type { Mistake } from './mistake.ts';
import { readYaml } from './read-yaml.ts';

const GUARDS = ['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8'] as const;
/** Longest a trigger may run, whatever the budget says (C4). */
const LONGEST_MIN = 30;

const line = z.string().max(500, 'at most 500 characters');
const extraction = line.superRefine((words, context) => {
  const how = parseExtraction(words);
  if ('why' in how) context.addIssue({ code: 'custom', message: how.why });
});
const amount = (kind: z.ZodNumber) =>
  z
    .union([kind, z.literal('unlimited')])
    .prefault('unlimited')
    .describe('A number, or `unlimited`.');

/** Longest text of an issue that is carried along, in UTF-16 units: all of it has to fit into a comment. */
const TASK = 20_000;
const CUT = '\n[…]';

const clipped = (task: string): string => (task.length > TASK ? `${task.slice(0, TASK - CUT.length)}${CUT}` : task);

/** The parts a repository can bring along under `autoiter.run_spec` of its configuration; the rest is the run's own. */
export const RUN_SPEC_PARTS = z.strictObject({
  primary_goal: z.enum(['correctness', 'optimization', 'both']).prefault('correctness'),
  trigger: z.strictObject({
    kind: z.enum(['shell', 'replay', 'dataset']).prefault('shell'),
    invocation: command.describe('The command that is run and observed, at the root of the worktree.'),
    expected_output: line.prefault('stdout stream'),
    scalar_extraction: extraction.exactOptional().describe('`grep:…`, `grep-count:…`, `regex:…`, `jq:…` or `junit:…`.'),
  }),
  success_criterion: z
    .strictObject({
      type: z.enum(['all_green', 'scalar_threshold', 'convergence_delta', 'custom']).prefault('all_green'),
      threshold: z.number().exactOptional().describe('The scalar that is good enough.'),
      lower_is_better: z.boolean().exactOptional().describe('The scalar is a cost, such as failures or milliseconds.'),
    })
    .prefault({}),
  budget: z
    .strictObject({
      max_iterations: z.int().min(1).max(100).prefault(5),
      max_tokens: amount(z.number().positive()),
      max_wallclock_min: amount(z.number().positive()),
    })
    .prefault({}),
  iter_rollback_policy: z.enum(['kind_aware', 'none']).prefault('kind_aware'),
});

const hasNumbers = ({ trigger, success_criterion: { type, threshold } }: z.output<typeof RUN_SPEC_PARTS>): boolean =>
  (type !== 'scalar_threshold' && type !== 'convergence_delta') ||
  (trigger.scalar_extraction !== undefined && (type !== 'scalar_threshold' || threshold !== undefined));

export const RUN_SPEC = RUN_SPEC_PARTS.extend({
  task: z.string().transform(clipped).prefault('').describe('The text of the issue, as it was when the run began.'),
  overfit_guards: z.array(z.enum(GUARDS)).prefault([...GUARDS]),
  skip_prepare: z.boolean().prefault(false),
}).refine(hasNumbers, {
  path: ['success_criterion', 'type'],
  message: 'this needs `trigger.scalar_extraction`; `scalar_threshold` also a `threshold` beside it',
});
export type RunSpec = z.output<typeof RUN_SPEC>;

export type ParsedRunSpec = { spec: RunSpec; mistakes?: never } | { spec?: never; mistakes: Mistake[] };

/** Pure, and never throws. Lines of mistakes are those of the YAML itself. */
export function parseRunSpec(text: string): ParsedRunSpec {
  const read = readYaml(text, 'run-spec', RUN_SPEC);
  return read.mistakes ? { mistakes: read.mistakes } : { spec: read.value };
}

/** Minutes one run of the trigger may take: its share of the wall clock, at most 30 (C4). */
export function triggerTimeoutMin({ budget: { max_wallclock_min, max_iterations } }: RunSpec): number {
  if (max_wallclock_min === 'unlimited') return LONGEST_MIN;
  return Math.min(max_wallclock_min / max_iterations, LONGEST_MIN);
}

/** Whether a smaller scalar is the better one: said so, or failures are what is counted. */
export function lowerIsBetter({ trigger, success_criterion }: RunSpec): boolean {
  return success_criterion.lower_is_better ?? trigger.scalar_extraction?.replace(/\s/g, '') === 'junit:failed';
}
