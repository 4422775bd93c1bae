// A9: what a person decides at a Jidoka stop reaches the granted attempt at once, and later runs of the repository.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autonomousFiles } from '../world/autonomous-sample.ts';
import { prompt, rest, say } from '../world/moments.ts';
import { outline } from '../world/transcript.ts';
import { REPO, type World } from '../world/world.ts';
import { autonomousWorld, labelAutonomous } from './autonomous-world.ts';

const fails = { 'test.sh': 'echo "error: the answer is missing"; test -s answer.txt\n' };
const files = {
  ...autonomousFiles(0),
  ...fails,
  '.github/ultraloop.yml': 'auto_continue_minutes: 0\nchecks:\n  answer: sh test.sh\n',
};
const issue = { title: 'Write the answer', body: 'Write it to `answer.txt`.' };
const tries = (text: string) => ({ append: { 'notes.txt': text }, answer: { outcome: 'done', summary: 'tried' } });
const script = {
  plan: { answer: { commits: [{ title: 'Answer', contract: [] }] } },
  review: { answer: { verdict: 'CLEAN' } },
  execute: tries('one more line\n'),
  'execute-4': { write: { 'answer.txt': '42\n' }, answer: { outcome: 'done', summary: 'wrote it' } },
  debug: { append: { 'notes.txt': 'a guess\n' }, answer: { cause: 'the file is empty' } },
};

let world: World;
beforeAll(async () => {
  world = await autonomousWorld({ files, script });
});
afterAll(() => world.close());

test('A9 K1 A3: keep going, Jidoka, a hint, SUCCESS; the next run is told', async () => {
  const first = await world.github.as('maintainer').openIssue(REPO, issue);
  await world.github.as('maintainer').comment(REPO, first.number, 'Keep going');
  const stopped = await world.until(first.number, 'needs-human');
  expect(stopped).toMatchObject({ loop: 'autonomous', exit: { code: 'JIDOKA' } });
  await say(world, first.number, '/continue the answer goes into answer.txt, not into notes.txt');
  const done = await world.until(first.number, 'done');
  expect(done.exit?.code).toBe('SUCCESS');
  expect(await prompt(world, done.id)).toContain('not into notes.txt');
  expect(await outline(world, first.number)).toMatchInlineSnapshot(`
    "# Write the answer #1 (open, loop/done)
    - maintainer opened
    - maintainer: Keep going
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #2 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Answer
    - ultraloop[bot]: Iteration 1/5
    - ultraloop[bot] commit ultraloop 2: Answer
    - ultraloop[bot]: Iteration 2/5
    - ultraloop[bot] commit ultraloop 3: Answer
    - ultraloop[bot]: Iteration 3/5
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ⏸ Stopped: errors keep coming back / Autonomous Loop Complete
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running
    - maintainer: /continue the answer goes into answer.txt, not into notes.txt
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] commit ultraloop 4: Answer
    - ultraloop[bot]: Iteration 4/5
    - ultraloop[bot] ready for review
    - ultraloop[bot]: Autonomous Loop Complete
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ✔ Done · iteration 4 of 5 · SUCCESS
      >
      > \`██████████\` execute ✔  review ✔  verify ✔  debug ○  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: success. 1 of 1 commit of the plan done: reviewed, checks green, contract met. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 4/5 · failures in a row 0/3 · no progress 0/3 · same error 0/3 · errors 0/5 · tokens unknown (no limit) · cost unknown (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 4 of 5 · SUCCESS

    # Branches
    ultraloop/issue-1-RUN"
  `);

  const again = await labelAutonomous(world, { ...issue, title: 'Write another answer' });
  const next = await rest(world, again);
  const told = await prompt(world, next.id);
  expect(told).toContain('What maintainers decided in earlier runs here');
  expect(told).toContain('maintainer: /continue the answer goes into answer.txt, not into notes.txt');
  expect(told).toContain('Jidoka tier 2');
  expect(world.contract.violations).toEqual([]);
});
