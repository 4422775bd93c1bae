import { execFileSync } from 'node:child_process';
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

  it('also where folders are deeper than any path', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin(IGNORE));
    const deep =
      'mkdir node_modules && cd node_modules && n=0; while [ $n -lt 300 ]; do mkdir ddddddddddddddddddd && cd ddddddddddddddddddd || break; n=$((n+1)); done';
    execFileSync('/bin/sh', ['-c', deep], { cwd: workspace.path });
    expect(await workspace.clear(prepared.tree)).toEqual(['node_modules/']);
    expect(existsSync(join(workspace.path, 'node_modules'))).toBe(false);
    expect((await workspace.snapshot(prepared.tree)).files).toEqual([]);
  });
});
