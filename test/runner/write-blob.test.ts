import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeOrigin, message, person, readyWorkspace, write } from './places.ts';

const LOG = 'docs/log.md';

it('R8: a tree with one file more, changed or gone; the worktree stays as it is', async () => {
  const { workspace, prepared } = await readyWorkspace(makeOrigin());
  const more = await workspace.write(prepared.tree, { path: LOG, text: 'first\n' });
  const other = await workspace.write(more, { path: LOG, text: 'second\n' });
  expect(await workspace.read(other, LOG)).toBe('second\n');
  expect(await workspace.read(other, 'src/a.ts')).toBe('one\n');
  expect(await workspace.write(other, { path: LOG, text: undefined })).toBe(prepared.tree);
  expect(await workspace.write(prepared.tree, { path: 'no/such.md', text: undefined })).toBe(prepared.tree);
  expect(existsSync(join(workspace.path, LOG))).toBe(false);
  expect(person(workspace.path, 'status', '--porcelain')).toBe('');
});

it('R8: a file takes the place of a folder or link an agent put there', async () => {
  const { workspace, prepared } = await readyWorkspace(makeOrigin());
  write(workspace.path, { 'docs/log.md/trap.md': 'x' });
  const { to } = await workspace.snapshot(prepared.tree);
  const mended = await workspace.write(to, { path: LOG, text: 'ours\n' });
  expect(await workspace.read(mended, LOG)).toBe('ours\n');
  expect(await workspace.read(mended, 'docs/log.md/trap.md')).toBeUndefined();
});

it('R8: the written tree is what publish commits and what the next iteration holds', async () => {
  const { workspace, prepared } = await readyWorkspace(makeOrigin());
  const tree = await workspace.write(prepared.tree, { path: LOG, text: 'entry\n' });
  expect(await workspace.publish(tree, message(1))).toMatchObject({ outcome: 'pushed' });
  expect((await workspace.prepare()).tree).toBe(tree);
  expect(readFileSync(join(workspace.path, LOG), 'utf8')).toBe('entry\n');
});

it('R5: a kept tree comes back into the worktree', async () => {
  const { workspace, prepared } = await readyWorkspace(makeOrigin());
  write(workspace.path, { 'src/new.ts': 'drifted\n' });
  const { to } = await workspace.snapshot(prepared.tree);
  await workspace.stash(to, 'drift');
  expect(existsSync(join(workspace.path, 'src/new.ts'))).toBe(false);
  await workspace.restore(to);
  expect(readFileSync(join(workspace.path, 'src/new.ts'), 'utf8')).toBe('drifted\n');
});
