// BROKEN, because the operator's agent is not there: said at once, on the pull request, with what to do.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rest } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyFiles } from '../world/tiny.ts';
import { outline, reports } from '../world/transcript.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  const databaseUrl = await freshDatabase(inject('postgres'));
  world = await openWorld({ databaseUrl, files: tinyFiles(), agent: '/nowhere/agent {promptFile}' });
});
afterAll(() => world.close());

test('BROKEN: a missing agent is one iteration, one question, no second try', async () => {
  const issue = await world.label(TINY_ISSUE);
  const parked = await rest(world, issue);
  expect([parked.exit?.code, parked.turn]).toEqual(['BROKEN', 1]);
  expect(reports(world, parked.places.pull ?? 0).at(-1)).toContain('ULTRALOOP_AGENT');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #1 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #2 (open, draft, loop/needs-human)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot]: Iteration 1/4 · BROKEN
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ⏸ Stopped: iterations keep failing
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 1 of 4 · BROKEN
      >
      > \`███░░░░░░░\` execute ✘  review ○  improve ○  contracts ✘  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run waits for a person: iterations keep failing. The agent could not be started. Trying again by itself cannot help. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 1/4 · failures in a row 1/3 · no progress 1/3 · tokens unknown (no limit) · cost unknown (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed failure ⏸ Needs a person · iteration 1 of 4 · BROKEN

    # Branches
    ultraloop/issue-1-RUN"
  `);
  expect(world.contract.violations).toEqual([]);
});
