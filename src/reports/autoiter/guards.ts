// What the overfit guards saw in an iteration, in lines a person reads (C14): held-out check, special cases, audit, repetition, rollback.
import type { AutoiterFacts } from '../../facts/autoiter.ts';
import { code, text } from '../markdown.ts';

type Guarded = Pick<AutoiterFacts, 'specialCasing' | 'rollback'> & Partial<AutoiterFacts>;

const SHOWN = 10;

export function guards(facts: Guarded): string[] {
  return [...heldOut(facts), ...specialCases(facts), ...audited(facts), ...repetition(facts), ...rolledBack(facts)];
}

function heldOut({ heldOut: check }: Guarded): string[] {
  if (!check) return [];
  return [`- G4 held-out check: ${check.ok ? '✔ agrees' : '✘ disagrees, so the visible goal does not count'}`];
}

function specialCases({ specialCasing }: Guarded): string[] {
  return shown(specialCasing).map(({ file, line, what }) => `- G5 ✘ ${text(`${file}:${line}`)} ${text(what)}`);
}

function audited({ audit }: Guarded): string[] {
  if (!audit) return [];
  if (audit.ok) return ['- G6 diff audit: ✔ every changed file belongs to a fix'];
  return shown(audit.untraceable).map(({ file, why }) => `- G6 ✘ ${text(file)}: ${text(why)}`);
}

function repetition({ plan }: Guarded): string[] {
  return plan ? [`- G7 likeness to the plan before: ${plan.jaccard.toFixed(2)}, bucket ${plan.bucket} of 5`] : [];
}

function rolledBack({ rollback }: Guarded): string[] {
  return rollback.map(({ fix, commit, why }) => `- Reverted ${text(fix)} ${code(commit.slice(0, 7))}: ${text(why)}`);
}

const shown = <T>(list: readonly T[]): readonly T[] => list.slice(0, SHOWN);
