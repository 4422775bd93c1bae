// SEC-23: whose commit it is that the branch ends with, when no webhook told of it.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealer } from '../../src/runner/ours.ts';
import { BRANCH, makeOrigin, message, type Origin, person, readyWorkspace, workspaceOf, write } from './places.ts';

/** The run's branch in a person's clone, after one iteration of the app. */
async function worked() {
  const origin = makeOrigin();
  const { workspace, prepared } = await readyWorkspace(origin);
  write(workspace.path, { 'src/a.ts': 'two\n' });
  const { to } = await workspace.snapshot(prepared.tree);
  await workspace.publish(to, message(1));
  person(origin.clone, 'fetch', '-q');
  person(origin.clone, 'checkout', '-q', '-B', 'theirs', `origin/${BRANCH}`);
  return origin;
}

/** A later process of the app looks at the branch. */
const foreign = async (origin: Origin, key?: string) =>
  (await workspaceOf(origin, key === undefined ? {} : { seal: sealer(key) }).prepare()).foreign;

/** Committed and pushed by a person in the app's name. */
function forge(origin: Origin, words: string, ...flags: string[]): string {
  const name = ['-c', 'user.name=ultraloop[bot]', '-c', 'user.email=bot@example.com'];
  person(origin.clone, ...name, 'commit', '-q', '--allow-empty', ...flags, '-m', words);
  person(origin.clone, 'push', '-q', '-f', 'origin', `HEAD:refs/heads/${BRANCH}`);
  return person(origin.clone, 'rev-parse', 'HEAD');
}
const last = (origin: Origin): string => person(origin.clone, 'log', '-1', '--format=%B');

describe('a commit of the run', () => {
  it('is known again by a later process', async () => {
    expect(await foreign(await worked())).toBeUndefined();
  });

  it.each<[string, (origin: Origin) => string]>([
    ['has the trailers alone', origin => forge(origin, message(2))],
    ['copies a seal', origin => forge(origin, last(origin))],
    [
      'is an old one with other words and files',
      origin => {
        write(origin.clone, { 'src/a.ts': 'evil\n' });
        person(origin.clone, 'add', '-A');
        return forge(origin, last(origin), '--amend');
      },
    ],
    [
      'is an old one on top of another',
      origin => {
        const words = last(origin);
        person(origin.clone, 'reset', '-q', '--hard', 'origin/main');
        write(origin.clone, { 'src/a.ts': 'two\n' });
        person(origin.clone, 'add', '-A');
        return forge(origin, words);
      },
    ],
    [
      'has no parents the seal speaks of',
      origin => {
        const words = last(origin);
        person(origin.clone, 'checkout', '-q', '--orphan', 'alone');
        return forge(origin, words);
      },
    ],
  ])('is none when it %s', async (_, play) => {
    const origin = await worked();
    const sha = play(origin);
    expect(person(origin.bare, 'log', '-1', '--format=%ce', BRANCH)).toBe('bot@example.com');
    expect(await foreign(origin)).toBe(sha);
  });

  it('is none to an App with another key', async () => {
    const origin = await worked();
    expect(await foreign(origin, 'another key')).toBe(person(origin.bare, 'rev-parse', BRANCH));
  });

  it('shows nothing of the key', async () => {
    const origin = await worked();
    expect(last(origin)).toMatch(/^Ultraloop-Seal: [0-9a-f]{32}$/m);
    expect(person(join(origin.bare), 'log', '--format=%B', BRANCH)).not.toContain('key');
  });
});
