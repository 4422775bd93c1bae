import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeOrigin, message, person, readyWorkspace, tempFolder, workspaceOf, write } from './places.ts';

const path = process.env.PATH ?? '';
afterEach(() => {
  process.env.PATH = path;
});

/** Puts a git in front that writes down its verb and becomes the real one. */
function countGit(): () => string[] {
  const folder = tempFolder();
  const log = join(folder, 'log');
  const real = person(folder, '--exec-path');
  const script = `#!/bin/sh\nfor arg; do case $arg in -c|*=*|--no-literal-pathspecs) ;; *) echo "$arg" >> ${log}; break ;; esac; done\nexec ${real}/git "$@"\n`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  writeFileSync(log, '');
  process.env.PATH = `${folder}${delimiter}${path}`;
  return () => {
    const verbs = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);
    writeFileSync(log, '');
    return verbs;
  };
}

describe('git processes of an iteration', () => {
  it('are few once the run is under way', async () => {
    const { workspace } = await readyWorkspace(makeOrigin());
    const freeze = await workspace.freeze(['docs/']);
    const verbs = countGit();
    const prepared = await workspace.prepare();
    expect(verbs().sort()).toEqual(['cat-file', 'fetch', 'ls-files']);
    write(workspace.path, { 'src/a.ts': 'two\n' });
    const { to } = await workspace.snapshot(prepared.tree);
    expect(verbs()).toEqual(['add', 'write-tree', 'diff-tree']);
    expect((await workspace.verify(freeze, to)).intact).toBe(true);
    expect(verbs()).toEqual(['diff-tree']);
    expect(await workspace.publish(to, message(1))).toMatchObject({ outcome: 'pushed' });
    expect(verbs()).toEqual(['commit-tree', 'push', 'update-ref']);
    await workspace.restore(to);
    expect(verbs()).toEqual([]);
    expect((await workspace.prepare()).tree).toBe(to);
    expect(verbs().sort()).toEqual(['cat-file', 'fetch', 'ls-files']);
  });

  it('a process that resumes a turn needs one look more', async () => {
    const origin = makeOrigin();
    const { workspace, prepared } = await readyWorkspace(origin);
    write(workspace.path, { 'src/a.ts': 'two\n' });
    const { to } = await workspace.snapshot(prepared.tree);
    const verbs = countGit();
    await workspaceOf(origin).publish(to, message(1));
    expect(verbs()).toEqual(['cat-file', 'commit-tree', 'push', 'update-ref']);
  });
});
