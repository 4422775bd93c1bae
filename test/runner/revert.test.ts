import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/runner/workspace.ts';
import { BRANCH, makeOrigin, person, pushAll, readyWorkspace, workspaceOf, write } from './places.ts';

const trailers = (more: string) => `${more}Ultraloop-Run: r1\nUltraloop-Iteration: 1\n`;
const reverts = (...ids: string[]) => `Take back\n\n${trailers(`Ultraloop-Reverts: ${ids.join(',')}\n`)}`;

/** One commit per change, as the fix stage makes them; answers the commits. */
async function fixes(workspace: Workspace, from: string, changes: Record<string, string>[]): Promise<string[]> {
  const commits: string[] = [];
  let tree = from;
  for (const [at, files] of changes.entries()) {
    write(workspace.path, files);
    tree = (await workspace.snapshot(tree)).to;
    const published = await workspace.publish(tree, `Fix ${at}\n\n${trailers('')}`);
    if ('commit' in published) commits.push(published.commit);
  }
  return commits;
}

const MANY = Array.from({ length: 12 }, (_, line) => `line ${line}\n`);
const changed = (line: number, text: string, lines = MANY) => lines.map((old, at) => (at === line ? text : old));

describe('C12: per-fix reverts in one commit', () => {
  it('takes back the named fixes, keeps the one between them, and pushes once', async () => {
    const origin = makeOrigin({ 'a.txt': MANY.join('') });
    const { workspace, prepared } = await readyWorkspace(origin);
    const first = changed(1, 'optimised\n');
    const commits = await fixes(workspace, prepared.tree, [
      { 'a.txt': first.join('') },
      { 'b.txt': 'correct\n' },
      { 'a.txt': changed(10, 'optimised too\n', first).join('') },
    ]);
    const [one = '', , three = ''] = commits;
    const reverted = await workspace.revert([three, one], reverts('FIX-003', 'FIX-001'));
    expect(reverted).toMatchObject({ published: { outcome: 'pushed' } });
    expect(readFileSync(join(workspace.path, 'a.txt'), 'utf8')).toBe(MANY.join(''));
    expect(readFileSync(join(workspace.path, 'b.txt'), 'utf8')).toBe('correct\n');
    expect(person(origin.bare, 'log', '--format=%s', `${origin.base}..${BRANCH}`).split('\n')).toEqual([
      ...['Take back', 'Fix 2', 'Fix 1', 'Fix 0', 'Iteration 0'],
    ]);
  });

  it('repeated after a crash, also by another process, it makes no second commit', async () => {
    const origin = makeOrigin();
    const { workspace, prepared } = await readyWorkspace(origin);
    const commits = await fixes(workspace, prepared.tree, [{ 'src/a.ts': 'two\n' }]);
    const done = await workspace.revert(commits, reverts('FIX-001'));
    const again = workspaceOf(origin);
    expect(await again.revert(commits, reverts('FIX-001'))).toEqual(done);
    expect(person(origin.bare, 'rev-list', '--count', `${origin.base}..${BRANCH}`)).toBe('3');
  });

  it('a fix that later lines stand on is a conflict: nothing is changed, nothing is pushed', async () => {
    const origin = makeOrigin({ 'a.txt': MANY.join('') });
    const { workspace, prepared } = await readyWorkspace(origin);
    const commits = await fixes(workspace, prepared.tree, [
      { 'a.txt': changed(5, 'optimised\n').join('') },
      { 'a.txt': changed(5, 'rewritten\n').join('') },
    ]);
    const head = person(origin.bare, 'rev-parse', BRANCH);
    expect(await workspace.revert(commits.slice(0, 1), reverts('FIX-001'))).toEqual({ conflict: commits[0] });
    expect(person(origin.bare, 'rev-parse', BRANCH)).toBe(head);
    expect(readFileSync(join(workspace.path, 'a.txt'), 'utf8')).toContain('rewritten');
  });

  it('binary files, added and deleted ones come back as they were', async () => {
    const origin = makeOrigin({ 'old.bin': 'a\0b\0c', 'src/a.ts': 'one\n' });
    const { workspace, prepared } = await readyWorkspace(origin);
    const commits = await fixes(workspace, prepared.tree, [{ 'old.bin': 'x\0y', 'new.txt': 'new\n' }]);
    expect(await workspace.revert(commits, reverts('FIX-001'))).toMatchObject({ tree: prepared.tree });
    expect(readFileSync(join(workspace.path, 'old.bin'), 'utf8')).toBe('a\0b\0c');
  });

  it('somebody else’s push is never overwritten', async () => {
    const origin = makeOrigin();
    const { workspace, prepared } = await readyWorkspace(origin);
    const commits = await fixes(workspace, prepared.tree, [{ 'src/a.ts': 'two\n' }]);
    person(origin.clone, 'fetch', '-q', 'origin');
    person(origin.clone, 'checkout', '-q', `origin/${BRANCH}`);
    write(origin.clone, { 'theirs.txt': 'theirs\n' });
    const sha = pushAll(origin.clone, 'theirs', BRANCH);
    expect(await workspace.revert(commits, reverts('FIX-001'))).toMatchObject({
      published: { outcome: 'foreign', sha },
    });
    expect(person(origin.bare, 'rev-parse', BRANCH)).toBe(sha);
  });
});
