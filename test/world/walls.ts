// How agents and checks of a test world are walled in: by bubblewrap where it holds, else not at all, which is said.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { chooseSandbox } from '../../src/runner/sandbox/choose.ts';
import { findProgram } from '../../src/runner/sandbox/programs.ts';

/** Why there are no walls on this machine; undefined where they hold. Tried once a process. */
export function withoutWalls(): Promise<string | undefined> {
  tried ??= look();
  return tried;
}

let tried: Promise<string | undefined> | undefined;

async function look(): Promise<string | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-walls-'));
  await openToAgents(dir);
  const { sandbox } = await chooseSandbox({ word: 'auto', data: join(dir, 'data'), readable: [] });
  await rm(dir, { recursive: true, force: true });
  if (sandbox.why !== undefined) console.warn(`Agents and checks run without a sandbox here: ${sandbox.why}`);
  return sandbox.why;
}

/** A suite that needs walls: where there are none its tests are shown as skipped, with the reason in their name. */
export async function describeInWalls(name: string, tests: () => void, without = withoutWalls): Promise<void> {
  const why = await without();
  describe.skipIf(why !== undefined)(why === undefined ? name : `${name} (skipped: ${why})`, tests);
}

/** The same for what leads out of them. */
export async function withoutGate(): Promise<string | undefined> {
  const socat = findProgram('socat', process.env.PATH);
  return (await withoutWalls()) ?? (socat === undefined ? 'socat is not installed' : undefined);
}
