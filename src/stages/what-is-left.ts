// Tells a writer when little is left of its run, so that it ends with something that works instead of being cut off (U11).
import { budgetUse } from '../brakes/budget-exhausted.ts';
import { budgetShares, isShort, type Share } from '../brakes/budget-shares.ts';
import { iterationLimit } from '../brakes/max-cycles.ts';
import { iterations } from '../brakes/past.ts';
import { lockedRunSpec } from '../brakes/run-spec-lock.ts';
import type { Counter, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import type { Brief } from '../tools.ts';

/** Above this part of a budget the end is near. */
const NEAR = 0.8;

/** Nothing while there is enough. `past` = what came before the iteration that is told. */
export function whatIsLeft(spec: Spec, past: Past): Brief[] {
  const lines = [...iterationsLeft(spec, past), ...budgetsLeft(spec, past)];
  if (lines.length === 0) return [];
  const text = [
    ...lines.map(line => `- ${line}`),
    '',
    'Finish what is begun, begin nothing that cannot be finished now, and leave everything working: what is there at the end stays.',
  ];
  return [{ heading: 'What is left', text: text.join('\n'), trust: 'ours' }];
}

/** Autoiter counts its own iterations, by the run spec that was approved. */
function iterationsLeft(spec: Spec, past: Past): string[] {
  const run = spec.loop === 'autoiter' ? lockedRunSpec(spec, past) : undefined;
  if (spec.loop === 'autoiter' && run === undefined) return [];
  const [counted] = run ? budgetUse(run, past) : [];
  const done = counted?.value ?? iterations(past).length;
  const limit = counted?.limit ?? iterationLimit(spec, past);
  return done + 1 >= limit ? [`This iteration is the last, ${done + 1} of ${limit}.`] : [];
}

function budgetsLeft(spec: Spec, past: Past): string[] {
  const run = spec.loop === 'autoiter' ? lockedRunSpec(spec, past) : undefined;
  const own = run ? budgetUse(run, past).filter(({ name }) => name !== 'iterations') : [];
  return [
    ...own.filter(({ value, limit }) => value > limit * NEAR).map(told),
    ...budgetShares(spec, past).filter(isNear).map(toldShare),
  ];
}

const isNear = (share: Share): boolean => share.spent > share.limit * NEAR || isShort(share);

const told = ({ name, value, limit }: Counter): string => `${figure(value)} of ${figure(limit)} ${name} are used.`;

function toldShare({ unit, spent, limit, next, guessed }: Share): string {
  const about = guessed ? 'About ' : '';
  return `${about}${figure(spent)} of ${figure(limit)} ${unit} are used; the last iteration took ${figure(next)}.`;
}

const figure = (amount: number): string => String(Math.round(amount * 100) / 100);
