import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeOrigin, person, readyWorkspace, write } from './places.ts';

const IGNORE = { '.gitignore': 'node_modules/\n*.log\nsub/*.tmp\n', 'sub/kept.txt': 'kept\n' };

describe('clear: a worktree as everybody else would get it', () => {
  it('takes away what git ignores, and says what that was', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin(IGNORE));
    write(workspace.path, {
      'node_modules/.bin/grep': 'exit 0\n',
      'a.log': 'x',
      'sub/b.tmp': 'x',
      'sub/kept.txt': 'changed\n',
    });
    // What `git clean` leaves alone unless it is told twice.
    const nested = join(workspace.path, 'node_modules/nested');
    mkdirSync(nested);
    person(nested, 'init', '-q');
    expect((await workspace.clear(prepared.tree)).sort()).toEqual(['a.log', 'node_modules/', 'sub/b.tmp']);
    for (const path of ['node_modules', 'a.log', 'sub/b.tmp'])
      expect(existsSync(join(workspace.path, path))).toBe(false);
    expect((await workspace.snapshot(prepared.tree)).files).toEqual([]);
  });

  it('nothing ignored: nothing is touched', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin(IGNORE));
    writeFileSync(join(workspace.path, 'new.txt'), 'x');
    expect(await workspace.clear(prepared.tree)).toEqual([]);
    expect(existsSync(join(workspace.path, 'new.txt'))).toBe(true);
  });
});
