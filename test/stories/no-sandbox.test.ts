// No sandbox, no run (SEC-81): the app starts, says why it cannot work, refuses every run with the reason, and runs nothing.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../world/postgres.ts';
import { outline, reports } from '../world/transcript.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let bin: string;
const path = process.env.PATH ?? '';

beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'ultraloop-bin-'));
  await chmod(bin, 0o755);
  await mkdir(join(bin, 'bin'));
  const script = '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n';
  await writeFile(join(bin, 'bin/bwrap'), script, { mode: 0o755 });
  process.env.PATH = `${join(bin, 'bin')}:${path}`;
  const databaseUrl = await freshDatabase(inject('postgres'));
  world = await openWorld({ databaseUrl, settings: { sandbox: 'auto' } });
});
afterAll(async () => {
  process.env.PATH = path;
  await world.close();
  await rm(bin, { recursive: true, force: true });
});

test('SEC-81 a run without walls is refused with the reason; health says why; nothing was started', async () => {
  const ready = await fetch(`http://127.0.0.1:${world.settings.port}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toMatch(/^no sandbox: .*No permissions to create new namespace/s);

  const issue = await world.label();
  const run = await world.until(issue, 'done', 'stopped', 'needs-human');
  expect(run.places.pull).toBeUndefined();
  const [said = ''] = reports(world, issue).slice(-1);
  expect(said).toContain('There is no sandbox on this host, so nothing is run');
  expect(said).toContain('No permissions to create new namespace');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Read and write durations #1 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot]: ✘ Not started: something is missing
    - ultraloop[bot] labeled loop/needs-human

    # Branches
    "
  `);
});
