// Builds specs and attempts of the ralph loop for tables.
import type { RalphFacts } from '../../src/facts/ralph.ts';
import type { Iteration } from '../../src/record.ts';
import type { RalphPlan, Slice, Spec } from '../../src/spec.ts';
import { iteration, spec } from './entries.ts';

export function slice(id: string, over: Partial<Slice> = {}): Slice {
  const entry = JSON.stringify({ id });
  return { id, name: `The ${id}`, type: 'feature', layers: ['api'], definition_of_done: ['it works'], entry, ...over };
}

export function plan(over: Partial<RalphPlan> = {}): RalphPlan {
  return {
    mode: 'build',
    scope: 'scope.json',
    slices: ['a', 'b', 'c'].map(id => slice(id)),
    built: [],
    bundle: [{ path: 'plan.md', text: 'the plan' }],
    log: 'implementation-log.md',
    layers: { api: ['services'], ui: ['components'] },
    tests: 'make test-{slice}',
    e2e: 'make e2e',
    ...over,
  };
}

export const ralphSpec = (over: Partial<RalphPlan> = {}): Spec => spec({ loop: 'ralph', ralph: plan(over) });

/** Written as `a1 red`, `b2 done`, `b1 outer red`, `e2e ok`, `e2e b,c`; what comes after is laid over the iteration. */
export function attempt(n: number, told: string, over: Partial<Iteration> = {}): Iteration {
  const ralph = told.startsWith('e2e') ? e2eFacts(told.slice(4)) : sliceFacts(told);
  return iteration(n, { ralph, ...over });
}

function e2eFacts(result: string): RalphFacts {
  const ok = result === 'ok';
  const e2e = {
    ok,
    flagged: ok ? [] : result.split(','),
    flows: ok ? [] : ['checkout'],
    output: ok ? '' : 'e2e output',
  };
  return { attempt: 1, pass: 'e2e', e2e, done: ok };
}

function sliceFacts(told: string): RalphFacts {
  const [, id = '', nth = '1', outer, result] = /^([a-z])(\d) (outer )?(\w+)$/.exec(told) ?? [];
  const base: RalphFacts = {
    slice: { id, name: `The ${id}`, index: 0, of: 3 },
    attempt: Number(nth),
    pass: outer ? 'outer' : 'inner',
    done: result === 'done',
  };
  if (result === 'cut') return base;
  if (result !== 'context' && result !== 'spec') {
    const ok = result === 'done';
    return { ...base, gateway: { ok, output: ok ? '' : `output of ${told}` } };
  }
  const kept = { tree: `kept of ${told}`, branch: 'ultraloop/stash/r-1', commit: 'c0'.repeat(20) };
  const drift =
    result === 'context'
      ? ({ kind: 'context', why: 'too short', entry: 'new', median: 'old' } as const)
      : ({
          kind: 'spec',
          declared: ['api'],
          touched: [{ layer: 'ui', files: ['components/x.js'] }],
        } satisfies RalphFacts['drift']);
  return { ...base, drift, kept };
}
