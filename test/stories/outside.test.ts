// GitHub's bad days: errors, lost answers, limits and dead tokens in the middle of everything. The run ends the same,
// nothing is said twice, nothing is lost.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { StepObserver } from '../../src/engine/step.ts';
import type { Run } from '../../src/store/run-row.ts';
import type { Fault } from '../github/faults.ts';
import { handled, rest } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { SECOND_TIME_RIGHT, TINY_ISSUE, tinyFiles } from '../world/tiny.ts';
import { outline } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

/** Steps that speak to GitHub, and the call each may lose: the one that changes something there. */
const WRITES: Record<string, Fault> = {
  greet: { path: /graphql/ },
  'start-branch': { git: true, path: /git-receive-pack/ },
  'open-pull': { method: 'POST', path: /\/pulls$/ },
  begin: { path: /graphql/ },
  'git.publish': { git: true, path: /git-receive-pack$/ },
  report: { path: /graphql/ },
  check: { path: /check-runs/ },
  ready: { path: /graphql/ },
  ask: { path: /requested_reviewers/ },
  close: { path: /graphql/ },
  conclude: { path: /check-runs/ },
};

let world: World;
let undisturbed: string;
let meet: (step: string) => void = () => undefined;
const observe: StepObserver = ({ phase, name }) => {
  if (phase === 'begin') meet(name);
};

beforeAll(async () => {
  const files = tinyFiles();
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files,
    script: SECOND_TIME_RIGHT,
    observe,
    settings: { pauses: [50, 200, 500] },
  });
  undisturbed = await told(await story());
});
afterAll(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

/** From the label to the end, by clock alone; what makes a run come back later is let pass. */
async function story(): Promise<Run> {
  const issue = await world.label(TINY_ISSUE);
  for (let turns = 0; turns < 30; turns++) {
    const run = await rest(world, issue);
    if (run.state !== 'waiting') return run;
    await world.passTime(issue);
  }
  throw new Error('the run does not end');
}

/** The outline without numbers of issues, and of what is said only once in a repository's life. */
async function told(run: Run): Promise<string> {
  await handled(world);
  const text = await outline(world, run.issue);
  return text.replace(/(#|issues?[ /-])\d+/g, '$1N').replace(/ · last push.*/g, '');
}

/** Each step meets the fault once, at its first beginning. */
function once(faults: (step: string) => Fault | undefined): void {
  const met = new Set<string>();
  meet = step => {
    const fault = met.has(step) ? undefined : faults(step);
    met.add(step);
    if (fault) world.github.faults.add(fault);
  };
}

const KINDS: [string, Omit<Fault, 'path'>][] = [
  ['loses its answer', { lostResponse: true }],
  ['is answered 502', { status: 502 }],
  [
    'meets the secondary limit',
    { status: 403, headers: { 'retry-after': '1' }, body: { message: 'secondary rate limit' } },
  ],
];

test.each(KINDS)(
  'K12 every call that changes something %s once: the same ending, no comment twice',
  async (_, kind) => {
    once(step => (WRITES[step]?.git && kind.status === 403 ? undefined : WRITES[step] && { ...WRITES[step], ...kind }));
    const run = await story();
    meet = () => undefined;
    expect(world.github.faults.left()).toBe(0);
    expect(run.exit?.code).toBe('COMPLETE');
    expect(await told(run)).toBe(undisturbed);
  },
);

test('GitHub away for long: the turn comes back by itself, the report is posted once', async () => {
  once(step => (step === 'report' ? { path: /graphql/, status: 503, times: 40 } : undefined));
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  expect(waiting.wakeAt).toBeDefined();
  world.github.faults.clear();
  meet = () => undefined;
  const run = await (async () => {
    for (;;) {
      const now = await rest(world, issue);
      if (now.state !== 'waiting') return now;
      await world.passTime(issue);
    }
  })();
  expect(run.exit?.code).toBe('COMPLETE');
});

test('K12 the installation’s token dies in the middle: another one is taken', async () => {
  once(step => {
    if (step === 'open-pull' || step === 'close') world.github.expireTokens();
    return undefined;
  });
  const run = await story();
  meet = () => undefined;
  expect(run.exit?.code).toBe('COMPLETE');
  expect(await told(run)).toBe(undisturbed);
});

test('K5 a steady iteration costs at most eight calls, two of them creating content', async () => {
  const issue = await world.label(TINY_ISSUE);
  const wrong = Object.fromEntries([2, 3].map(n => [`execute-${n}`, { write: { 'answer.txt': `${n}\n` } }]));
  await world.script({ ...SECOND_TIME_RIGHT, ...wrong });
  await rest(world, issue);
  const costs: { made: string[]; contentCreating: number }[] = [];
  for (const n of [2, 3]) {
    world.github.counters.reset();
    await world.passTime(issue);
    const run = await rest(world, issue);
    expect([run.turn, run.state]).toEqual([n, 'waiting']);
    const { calls, contentCreating } = world.github.counters;
    costs.push({ made: calls.map(({ method, operationId }) => `${method} ${operationId}`), contentCreating });
  }
  // Looking for what was missed, by its own clock, and a reading token's end may fall into one of the two.
  const usual = costs.toSorted((a, b) => a.made.length - b.made.length)[0];
  expect(usual?.made.length, usual?.made.join('\n')).toBeLessThanOrEqual(8);
  expect(usual?.contentCreating).toBeLessThanOrEqual(2);
  await world.github.as('maintainer').closeIssue(REPO, issue);
  await rest(world, issue);
});
