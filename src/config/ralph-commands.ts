// The commands a ralph run verifies with (R6, R9): configured ones, else by the kind of the repository's checks.
import type { RalphPlan } from '../spec.ts';
import { type Check, checksOf } from './check.ts';
import type { Obstacle } from './readiness.ts';
import type { Config } from './schema.ts';
import { joined } from './spec-from.ts';

interface Found {
  config: Config;
  /** Detected ones; declared ones take their place. */
  checks: readonly Check[];
}

export function ralphCommands({ config, checks }: Found): Pick<RalphPlan, 'typecheck' | 'tests' | 'e2e'> {
  const all = checksOf(config.checks, checks);
  const e2e = config.ralph.e2e ?? all.find(isE2e)?.command;
  const others = all.filter(check => !isE2e(check));
  const typecheck = config.ralph.typecheck ?? joined(others, 'lint');
  const tests = config.ralph.tests ?? joined(others, 'unit');
  return { ...(typecheck && { typecheck }), ...(tests && { tests }), ...(e2e && { e2e }) };
}

const isE2e = ({ name }: Check): boolean => /e2e|end.?to.?end/i.test(name);

/** Only a build ends with an end-to-end pass (R10). */
export function missingCommands(found: Found, mode: RalphPlan['mode']): Obstacle[] {
  const { typecheck, tests, e2e } = ralphCommands(found);
  return [...(typecheck || tests ? [] : [GATEWAY]), ...(e2e || mode === 'implement' ? [] : [END_TO_END])];
}

const GATEWAY: Obstacle = {
  problem: 'Nothing would verify a slice: no typecheck and no tests are known.',
  todo: 'Add to `.github/ultraloop.yml`: `ralph: {tests: "npm test -- {slice}"}`; `{slice}` is the id of the slice.',
};
const END_TO_END: Obstacle = {
  problem: 'No end-to-end checks are known, and a build ends with them.',
  todo: 'Add `ralph: {e2e: "npm run e2e"}` to `.github/ultraloop.yml`, or `ralph: {mode: implement}` for one slice without them.',
};
