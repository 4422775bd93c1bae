// Records of autoiter runs for tables: an approved run spec, iterations with what they measured, fixes and issues.
import type { AutoiterFacts, Fix, Issue, Scalar, Verdict } from '../../src/facts/autoiter.ts';
import type { Iteration } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import { iteration, spec, word } from './entries.ts';

export const plan = (over: Partial<NonNullable<Spec['autoiter']>> = {}): Spec =>
  spec({ loop: 'autoiter', autoiter: { auto_approve: false, skip_prepare: false, ...over } });

/** YAML of a small run spec, extra lines at its end. */
export const yaml = (...more: string[]): string =>
  ['trigger: {invocation: npm test, scalar_extraction: "grep:score"}', ...more, ''].join('\n');

export function facts(over: Partial<AutoiterFacts> = {}): AutoiterFacts {
  return {
    phase: 'iteration',
    issues: [],
    recovery: [],
    verdicts: [],
    fixes: [],
    deferred: [],
    rollback: [],
    specialCasing: [],
    ...over,
  };
}

export function iter(n: number, over: Partial<AutoiterFacts> = {}, also: Partial<Iteration> = {}): Iteration {
  return iteration(n, { autoiter: facts(over), ...also });
}

export const discovery = (proposal = yaml()): Iteration => iter(1, { phase: 'discovery', proposal });
export const approve = (text = yaml()) => word('approve', text);
export const scalar = (before: number | null, after: number | null, baseline: number | null = before): Scalar => ({
  before,
  after,
  baseline,
});

export function fix(id: string, over: Partial<Fix> = {}): Fix {
  return {
    id,
    issue: id.replace('FIX', 'ISSUE'),
    title: `repair ${id}`,
    kind: 'correctness',
    severity: 3,
    fix_confidence: 4,
    root_cause: 'the index is off by one',
    reproduction_test: 'assert(parse("a") === 1)',
    fix_outline: 'start at zero',
    why_root_cause: 'shown by stepping through',
    dependencies: [],
    files: ['src/a.ts'],
    uncertainty_tag: 'none',
    ...over,
  };
}

export function issue(id: string, over: Partial<Issue> = {}): Issue {
  return {
    id,
    title: `trouble ${id}`,
    evidence: 'FAIL a',
    severity: 3,
    first_seen: '2026-03-01T10:00:00Z',
    blocking: false,
    ...over,
  };
}

export function verdict(id: string, said: Verdict['verdict'], confidence: number): Verdict {
  return { issue: id, verdict: said, confidence, rationale: 'looked' };
}
