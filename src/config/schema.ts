// `.github/ultraloop.yml` (K13): one schema for the app, the editors' JSON Schema and every message about a mistake.
import * as z from 'zod';
import { ROLES } from '../agents.ts';
import { autoiter } from './autoiter-section.ts';
import { autonomous } from './autonomous-section.ts';
import { globs, MAX_ENTRIES, name, path } from './fields.ts';
import { LOOP_NAMES } from './loop-name.ts';
import { ralph } from './ralph-section.ts';
import { blocks, budget, checks, limits, reviewers, targets } from './sections.ts';
import { setup } from './setup-section.ts';

/** Most iterations a run may be given, here and by `--max-iterations`. */
export const MAX_CYCLES = 100;

export const CONFIG = z
  .strictObject({
    loop: z.enum(LOOP_NAMES).prefault('ultraloop').describe('Loop that the label `ultraloop` starts.'),
    max_cycles: z.int().min(1).max(MAX_CYCLES).prefault(10).describe('Iterations before a run ends with MAX_CYCLES.'),
    auto_continue_minutes: z
      .int()
      .min(0)
      .max(10_080)
      .prefault(30)
      .describe(
        'Minutes a run waits for a word after each iteration before it goes on by itself. 0 = it goes on at once.',
      ),
    agent: name.exactOptional().describe('Agent that works here: the name of one the operator of the app allows.'),
    roles: z
      .partialRecord(z.enum(ROLES), name)
      .prefault({})
      .describe('Agents of single roles, such as `reviewer: NAME`; every other role has `agent`.'),
    target: name
      .exactOptional()
      .describe('Target a run works on when none is named: one of `targets`, or `issue` for the text of the issue.'),
    targets: targets.prefault({}),
    prerequisites: z
      .array(path)
      .max(MAX_ENTRIES, `at most ${MAX_ENTRIES} files`)
      .prefault([])
      .describe('Files that must be there before a run starts.'),
    frozen: globs.prefault([]).describe('Globs of files no run may change. A run that changes one is halted.'),
    protected: globs
      .prefault([])
      .describe('Globs of files no run may change, beside the built-in list (workflows, agents’ files, credentials).'),
    allow_protected: globs.prefault([]).describe('Globs of protected files that runs may change all the same.'),
    blocks: blocks.prefault({}),
    checks: checks.exactOptional(),
    setup: setup.exactOptional(),
    reviewers: reviewers.prefault({}),
    budget: budget.prefault({}),
    limits: limits.prefault({}),
    autonomous: autonomous.prefault({}),
    ralph: ralph.prefault({}),
    autoiter: autoiter.prefault({}),
  })
  .refine(({ target, targets: known }) => target === undefined || target === 'issue' || Object.hasOwn(known, target), {
    path: ['target'],
    message: 'there is no such name under `targets`',
  })
  .meta({
    title: 'ultraloop',
    description: 'Configuration of ultraloop, kept as .github/ultraloop.yml on the default branch.',
  });

/** A checked configuration with every default filled in. */
export type Config = z.output<typeof CONFIG>;

/** What holds in a repository without a configuration file (K14). */
export const DEFAULTS: Config = CONFIG.parse({});
