// What the roles of autoiter may answer, as data (C2, C5–C7, C10). Prompts describe the same shapes in words.
import { z } from 'zod';

const words = (max: number) => z.string().trim().max(max);
const score = z.coerce.number().int().min(1).max(5);
const number = z.coerce.number().finite();

/** discoverer: what can be run, ranked, and what to aim for. Its suggestions become the run spec a person edits. */
export const discoverAnswer = z.object({
  triggers: z
    .array(
      z.object({
        command: words(2000).min(1),
        kind: z.enum(['shell', 'replay', 'dataset']).catch('shell'),
        score,
        why: words(1000),
        expected_output: words(500).optional(),
        scalar_extraction: words(500).optional(),
      }),
    )
    .max(20),
  success_criterion: z
    .object({
      type: z.enum(['all_green', 'scalar_threshold', 'convergence_delta', 'custom']),
      threshold: number.optional(),
      lower_is_better: z.boolean().optional(),
    })
    .default({ type: 'all_green' }),
  primary_goal: z.enum(['correctness', 'optimization', 'both']).catch('correctness'),
});
export type DiscoverAnswer = z.infer<typeof discoverAnswer>;

/** discoverer in the prepare check (C3): tools and data that are there or missing. */
export const prepareAnswer = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: words(200), ok: z.boolean(), detail: words(1000).default('') })).max(50),
});

/** observer: what the trigger's output shows (C5). Ids are given by the app, in this order. */
export const observeAnswer = z.object({
  issues: z
    .array(
      z.object({
        title: words(300).min(1),
        /** Cut to five lines. */
        evidence: words(4000).transform(text => text.split('\n').slice(0, 5).join('\n')),
        severity: score,
        blocking: z.boolean().default(false),
        /** Of a blocking issue: which tier its recovery begins with (C6). */
        complexity: z.enum(['simple', 'medium', 'complex']).optional().catch(undefined),
      }),
    )
    .max(30),
});

/** medic: why the trigger cannot run, and what was changed to mend it (C6). */
export const medicAnswer = z.object({
  complexity: z.enum(['simple', 'medium', 'complex']).catch('medium'),
  root_cause: words(2000),
  fix: words(2000),
});
export type MedicAnswer = z.infer<typeof medicAnswer>;

/** triager: one verdict per issue, by reverse suspicion (C7). */
export const triageAnswer = z.object({
  verdicts: z
    .array(
      z.object({
        issue: words(50),
        verdict: z.enum(['Real', 'Discarded', 'Unclear']),
        confidence: score,
        rationale: words(4000),
      }),
    )
    .max(30),
});

/** verifier: one fix for one issue, after trying to falsify it (C7). Empty causes and tests are valid answers: the gates defer them. */
export const verifyAnswer = z.object({
  title: words(300).min(1),
  kind: z.enum(['correctness', 'optimization', 'mixed']),
  severity: score,
  fix_confidence: score,
  root_cause: words(4000).default(''),
  reproduction_test: words(20_000).default(''),
  fix_outline: words(8000).default(''),
  why_root_cause: words(4000).default(''),
  /** Issues whose fixes must be made first. */
  dependencies: z.array(words(50)).max(20).default([]),
  files: z.array(words(500).min(1)).max(50).default([]),
});
export type VerifyAnswer = z.infer<typeof verifyAnswer>;

/** tester: wrote a test that fails for the fix's reason, and how to run only it; or none, and why none can (C9). */
export const testerAnswer = z
  .object({
    command: words(2000).default(''),
    files: z.array(words(500).min(1)).max(20),
    summary: words(2000).default(''),
  })
  .refine(({ command, files }) => files.length === 0 || command !== '', { path: ['command'], message: 'it is missing' })
  .refine(({ files, summary }) => files.length > 0 || summary.trim() !== '', {
    ...{ path: ['summary'], message: 'without a test it must say why there is none' },
  });
export type TesterAnswer = z.infer<typeof testerAnswer>;

/** auditor: files the rules could not trace, judged against the fixes (C10). It may only point out, never excuse. */
export const auditAnswer = z.object({
  untraceable: z
    .array(z.object({ file: words(500).min(1), why: words(1000) }))
    .max(100)
    .default([]),
});
