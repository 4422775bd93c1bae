// Folders deeper than any path, links and files, on a real disk.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeTree } from '../../src/runner/remove-tree.ts';

test('SEC-43 folders deeper than any path go, what a link in them leads to stays', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ultraloop-remove-'));
  const deep =
    'mkdir -p a out; cd a; ln -s ../out link; n=0; while [ $n -lt 300 ]; do mkdir ddddddddddddddddddd && cd ddddddddddddddddddd || break; n=$((n+1)); done';
  execFileSync('/bin/sh', ['-ec', deep], { cwd: root });
  await removeTree(join(root, 'a'));
  expect([existsSync(join(root, 'a')), existsSync(join(root, 'out'))]).toEqual([false, true]);
  await removeTree(join(root, 'a'));
  await removeTree(root);
});
