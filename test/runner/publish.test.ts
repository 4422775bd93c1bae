import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BRANCH,
  makeOrigin,
  message,
  type Origin,
  person,
  pushAll,
  readyWorkspace,
  workspaceOf,
  write,
} from './places.ts';

async function changed(origin: Origin, text = 'two\n') {
  const { workspace, prepared } = await readyWorkspace(origin);
  write(workspace.path, { 'src/a.ts': text });
  const { to } = await workspace.snapshot(prepared.tree);
  return { workspace, prepared, tree: to };
}

function hook(origin: Origin, name: string, script: string): void {
  writeFileSync(join(origin.bare, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

describe('publish', () => {
  it('pushes one commit with message and author; the agent’s git sees it as its head', async () => {
    const origin = makeOrigin();
    const { workspace, prepared, tree } = await changed(origin);
    const published = await workspace.publish(tree, message(1));
    expect(published).toEqual({ outcome: 'pushed', commit: person(origin.bare, 'rev-parse', BRANCH) });
    expect(person(origin.bare, 'rev-parse', `${BRANCH}^`)).toBe(prepared.head);
    expect(
      person(origin.bare, 'log', '-1', '--format=%ce|%(trailers:key=Ultraloop-Iteration,valueonly)', BRANCH),
    ).toContain('bot@example.com|1');
    expect(person(workspace.path, 'status', '--porcelain', '--branch')).toBe(`## ${BRANCH}`);
  });

  it('an unchanged tree makes no commit', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    expect(await workspace.publish(prepared.tree, message(1))).toEqual({ outcome: 'unchanged', commit: prepared.head });
  });

  it('repeated after a crash behind the push it is the same commit, in every state the crash can leave', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await changed(origin);
    const first = await workspace.publish(tree, message(1));
    // The app was killed after our own bookkeeping.
    expect(await workspaceOf(origin).publish(tree, message(1))).toEqual(first);
    // The app was killed between the remote's yes and our bookkeeping.
    const stale = `refs/remotes/origin/${BRANCH}`;
    person(workspace.mirrorDir, 'update-ref', stale, `${first.outcome === 'pushed' ? first.commit : ''}^`);
    expect(await workspaceOf(origin).publish(tree, message(1))).toEqual(first);
    expect(person(origin.bare, 'rev-list', '--count', `main..${BRANCH}`)).toBe('2');
  });

  it('SEC-53: a person’s commit is never overwritten: `foreign`, with its id', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await changed(origin);
    person(origin.clone, 'fetch', '-q');
    person(origin.clone, 'checkout', '-q', '-B', 'help', `origin/${BRANCH}`);
    const sha = pushAll(origin.clone, 'help', BRANCH);
    expect(await workspace.publish(tree, message(1))).toEqual({ outcome: 'foreign', sha });
    expect(person(origin.bare, 'rev-parse', BRANCH)).toBe(sha);
  });

  it('a person’s force-push to an earlier commit is foreign too', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await changed(origin);
    person(origin.bare, 'update-ref', `refs/heads/${BRANCH}`, origin.base);
    expect(await workspace.publish(tree, message(1))).toEqual({ outcome: 'foreign', sha: origin.base });
  });

  it('the remote’s refusal is told in its words', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await changed(origin);
    hook(origin, 'pre-receive', 'echo "rule: ultraloop/** is protected" >&2; exit 1');
    const published = await workspace.publish(tree, message(1));
    expect(published).toMatchObject({
      outcome: 'refused',
      detail: expect.stringContaining('ultraloop/** is protected'),
    });
    rmSync(join(origin.bare, 'hooks/pre-receive'));
    expect(await workspace.publish(tree, message(1))).toMatchObject({ outcome: 'pushed' });
  });

  it('a deleted branch is not made again behind people’s backs', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await changed(origin);
    person(origin.bare, 'update-ref', '-d', `refs/heads/${BRANCH}`);
    expect(await workspace.publish(tree, message(1))).toMatchObject({
      outcome: 'refused',
      detail: expect.stringContaining('gone'),
    });
  });

  it('SEC-35: no hook of the repository runs', async () => {
    const origin = makeOrigin({ 'src/a.ts': 'one\n', '.husky/pre-commit': '#!/bin/sh\ntouch ../hooked\n' });
    const { workspace, tree } = await changed(origin);
    person(workspace.path, 'config', 'core.hooksPath', '.husky');
    await workspace.publish(tree, message(1));
    expect(existsSync(join(workspace.path, '../hooked'))).toBe(false);
  });
});

describe('U9 stash', () => {
  it('keeps the tree on a branch of its own, pushed, and puts the worktree back', async () => {
    const origin = makeOrigin();
    const { workspace, prepared, tree } = await changed(origin, 'violating\n');
    const kept = await workspace.stash(tree, 'Freeze violation in iteration 1');
    expect(kept.branch).toBe('ultraloop/stash/r1-1');
    expect(person(origin.bare, 'show', `${kept.branch}:src/a.ts`)).toBe('violating');
    expect(person(origin.bare, 'rev-parse', kept.branch)).toBe(kept.commit);
    expect(person(origin.bare, 'rev-parse', BRANCH)).toBe(prepared.head);
    expect(readFileSync(join(workspace.path, 'src/a.ts'), 'utf8')).toBe('one\n');
  });

  it('the same tree is kept once, another one beside it', async () => {
    const origin = makeOrigin();
    const { workspace, prepared, tree } = await changed(origin);
    const first = await workspace.stash(tree, 'why');
    expect(await workspaceOf(origin).stash(tree, 'why')).toEqual(first);
    write(workspace.path, { 'src/a.ts': 'three\n' });
    const second = await workspace.stash((await workspace.snapshot(prepared.tree)).to, 'why');
    expect(second.branch).toBe('ultraloop/stash/r1-2');
  });

  it('a refused push says where the work is kept, and the work is there', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await changed(origin, 'violating\n');
    hook(origin, 'pre-receive', 'echo no stash here >&2; exit 1');
    const error = await workspace.stash(tree, 'why').catch(reason => reason);
    expect(error).toMatchObject({ code: 'push-refused', detail: expect.stringContaining('no stash here') });
    const commit = /commit ([0-9a-f]{40}) in/.exec(error.detail)?.[1] ?? '';
    expect(person(workspace.mirrorDir, 'show', `${commit}:src/a.ts`)).toBe('violating');
  });
});
