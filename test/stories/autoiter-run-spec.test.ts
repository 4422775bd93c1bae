// The run spec as a comment people edit (C2): what stands there at `/approve` is locked, once; mistakes are answered; nothing to run is said.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autoiterFiles, MENDS, SCENARIOS } from '../world/autoiter-sample.ts';
import { handled, say } from '../world/moments.ts';
import { plain } from '../world/plain.ts';
import { reports } from '../world/transcript.ts';
import { REPO, type World } from '../world/world.ts';
import { autoiterWorld, fileOf, settled, startAutoiter, turnsOf } from './autoiter-world.ts';

const ISSUE = SCENARIOS.converged?.issue ?? { title: '', body: '' };
let world: World;
beforeAll(async () => {
  world = await autoiterWorld({ files: autoiterFiles(), script: MENDS });
});
afterAll(() => world.close());

/** The maintainer edits the run-spec comment; by itself that commands nothing. */
async function edit(pull: number, change: (body: string) => string): Promise<void> {
  const { comments } = world.github.issue(REPO, pull);
  const comment = comments.find(({ body }) => body.includes(':run-spec -->'));
  if (!comment) throw new Error('there is no run-spec comment');
  await world.github.as('maintainer').editComment(REPO, comment.id, change(comment.body));
  await handled(world);
}

test('C2: edited, broken, refused with line and key, mended, approved; what is locked runs and never changes', async () => {
  const { issue, run } = await startAutoiter(world, ISSUE);
  const pull = run.places.pull ?? 0;
  expect(run.exit?.code).toBe('SPEC_WAITING');
  expect((await turnsOf(world, run)).at(-1)?.autoiter.candidates?.map(({ command }) => command)).toEqual([
    'sh trigger.sh',
    'sh test/greet.test.sh',
  ]);

  await edit(pull, body =>
    body.replace('max_iterations: 5', 'max_iterations: many').replace('skip_prepare', 'skip_prepair'),
  );
  expect((await world.run(issue))?.state).toBe('needs-human');
  await say(world, issue, '/approve');
  expect((await world.run(issue))?.state).toBe('needs-human');
  const answer = plain(reports(world, pull).at(-1) ?? '', { url: world.github.url, run: run.id, dir: world.dir });
  expect(answer).toMatchInlineSnapshot(`
    "**Not locked: 2 mistakes in the [run spec](https://github.test/acme/durations/pull/2#issuecomment-N).** Lines count from the first of its YAML.

    | Line | Key | Problem |
    |---|---|---|
    | 11 | \`budget.max_iterations\` | this must be a number |
    | 16 | \`skip_prepair\` | there is no key \`skip_prepair\`; did you mean \`skip_prepare\`? |

    Correct them in that comment, then say \`/approve\` again.

    <!-- ultraloop:refusal:comment3500000002 -->"
  `);

  await edit(pull, body =>
    body.replace('max_iterations: many', 'max_iterations: 2').replace('skip_prepair: false', 'skip_prepare: true'),
  );
  await say(world, issue, '/approve');
  const done = await settled(world, issue);
  expect(done.exit?.code).toBe('CONVERGED');
  const turns = await turnsOf(world, done);
  expect(turns.map(turn => turn.autoiter.phase)).toEqual(['discovery', 'iteration']);
  expect(await fileOf(world, done, 'run-spec.md')).toContain('max_iterations: 2');

  await edit(pull, body => body.replace('max_iterations: 2', 'max_iterations: 99'));
  await say(world, issue, '/approve');
  expect(reports(world, pull).at(-1)).toContain('There is nothing to approve here');
  expect(world.contract.violations).toEqual([]);
});
