// No sandbox, no run: every way in which walls can be missing or not hold is noticed, told and refused.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openToAgents } from '../../../src/runner/sandbox/account.ts';
import { bubblewrap } from '../../../src/runner/sandbox/bubblewrap.ts';
import { chooseSandbox } from '../../../src/runner/sandbox/choose.ts';
import { requireWalls } from '../../../src/runner/sandbox/require-walls.ts';
import { describeInWalls } from '../../world/walls.ts';
import { tempFolder } from '../places.ts';

const path = process.env.PATH ?? '';
afterEach(() => {
  process.env.PATH = path;
});

async function placed(): Promise<string> {
  const folder = tempFolder();
  await openToAgents(folder);
  return folder;
}

/** A `bwrap` of ours in front of the real one. */
function instead(folder: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { mode: 0o755 });
  writeFileSync(join(folder, 'bin/bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  process.env.PATH = `${join(folder, 'bin')}:${path}`;
}

const CHOICES = { word: 'auto', readable: [] } as const;

describe.runIf(process.platform === 'linux')('SEC-81 walls that are not there', () => {
  test('bubblewrap is not installed: it says what to install, and every command is refused', async () => {
    const folder = await placed();
    process.env.PATH = join(folder, 'nothing');
    const { sandbox, probes } = await chooseSandbox({ ...CHOICES, data: join(folder, 'data') });
    expect(sandbox.why).toContain('apt-get install bubblewrap socat');
    expect(probes).toEqual([]);
    const walls = { worktree: folder, readOnlyDirs: [], writableDirs: [] };
    expect(() => sandbox.wrap(['true'], walls)).toThrow(expect.objectContaining({ code: 'no-sandbox' }));
    expect(() => requireWalls(sandbox)).toThrow(expect.objectContaining({ code: 'no-sandbox', detail: sandbox.why }));
  });

  test('another system: it says so, and the one word that works there', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
    try {
      const { sandbox } = await chooseSandbox({ ...CHOICES, data: join(await placed(), 'data') });
      expect(sandbox.why).toMatch(/works on Linux only, this is darwin\. .*ULTRALOOP_SANDBOX=unsafe-none/);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });

  test('what leads out is not installed, and agents are let out: refused, and only then', async () => {
    const folder = await placed();
    instead(folder, 'exit 1');
    process.env.PATH = join(folder, 'bin');
    const ask = (gate: boolean) => chooseSandbox({ ...CHOICES, data: join(folder, 'data'), gate });
    expect((await ask(true)).sandbox.why).toContain('socat is not installed');
    expect((await ask(false)).sandbox.why).not.toContain('socat');
  });

  test('namespaces are forbidden: its own words are told', async () => {
    const folder = await placed();
    instead(folder, 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1');
    const { sandbox } = await chooseSandbox({ ...CHOICES, data: join(folder, 'data') });
    expect(sandbox.why).toMatch(/^bubblewrap does not start: .*setting up uid map/);
  });

  test('a bubblewrap that builds no walls is found out', async () => {
    const folder = await placed();
    instead(folder, 'while [ "$1" != -- ]; do shift; done; shift; cd /tmp; exec "$@"');
    const { sandbox, probes } = await chooseSandbox({ ...CHOICES, data: join(folder, 'data') });
    expect(sandbox.why).toMatch(/a file outside cannot be read/);
    expect(probes.filter(({ ok }) => !ok).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['processes outside are not seen', 'services of the host are not reached']),
    );
  });

  test('a folder that would show the app’s own data is refused', async () => {
    const folder = await placed();
    const { sandbox } = await chooseSandbox({ ...CHOICES, data: join(folder, 'data'), readable: [folder] });
    expect(sandbox.why).toMatch(/ULTRALOOP_SANDBOX_READ names .* holds the data folder/);
  });

  test.runIf(process.getuid?.() === 0)('a data folder the account cannot get to is named, and what to do', async () => {
    const folder = await placed();
    chmodSync(folder, 0o700);
    const { sandbox } = await chooseSandbox({ ...CHOICES, data: join(folder, 'data') });
    expect(sandbox.why).toMatch(/^the account \S+ cannot pass through .*: `chmod o\+x /);
  });

  test.runIf(process.getuid?.() === 0)('SEC-80 walls for a caller that is root are not even made', () => {
    const options = { program: '/usr/bin/bwrap', readable: [], etc: '/' };
    expect(() => bubblewrap({ ...options, account: undefined })).toThrow(/not root/);
    expect(() => bubblewrap({ ...options, account: { name: 'root', uid: 0, gid: 0 } })).toThrow(/not root/);
  });
});

describe('the operator’s word', () => {
  test('unsafe-none is no walls, asked for by name', async () => {
    const { sandbox } = await chooseSandbox({ word: 'unsafe-none', data: '/nowhere', readable: [] });
    expect(sandbox.name).toBe('none');
    const walls = { worktree: '/', readOnlyDirs: [], writableDirs: [] };
    const { limits, ...wrapped } = sandbox.wrap(['a', 'b'], walls);
    expect(wrapped).toEqual({ argv: ['a', 'b'], env: {} });
    expect(limits?.folders).toEqual(['/']);
  });

  test.each([
    ['none', undefined, undefined],
    ['none', 'none', undefined],
    ['none', 'bubblewrap', /began inside bubblewrap/],
    ['bubblewrap', 'none', undefined],
    ['bubblewrap', 'bubblewrap', undefined],
  ])('now %s, a run that began with %s', (name, began, refused) => {
    const asked = () => requireWalls({ name }, began);
    if (refused) expect(asked).toThrow(refused);
    else expect(asked).not.toThrow();
  });
});

await describeInWalls('walls that hold', () => {
  test('SEC-81 every probe passed, none is missing, and nothing is left of them', async () => {
    const folder = await placed();
    const data = join(folder, 'data');
    const { sandbox, probes } = await chooseSandbox({ ...CHOICES, data });
    expect(sandbox).toMatchObject({ name: 'bubblewrap' });
    expect(sandbox.why).toBeUndefined();
    expect(probes.filter(({ ok }) => !ok)).toEqual([]);
    expect(probes.length).toBeGreaterThan(12);
    if (process.getuid?.() === 0) expect(sandbox.account?.uid).toBeGreaterThan(0);
  });
});
