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
  expect(await outline(world, first.number)).toMatchInlineSnapshot();

  const again = await labelAutonomous(world, { ...issue, title: 'Write another answer' });
  const next = await rest(world, again);
  const told = await prompt(world, next.id);
  expect(told).toContain('What maintainers decided in earlier runs here');
  expect(told).toContain('maintainer: /continue the answer goes into answer.txt, not into notes.txt');
  expect(told).toContain('Jidoka tier 2');
  expect(world.contract.violations).toEqual([]);
}, 180_000);
