// (h) A command inside the sandbox, watched for memory and disk as in a run, against the same command started plainly.
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../src/runner/process.ts';
import { chooseSandbox } from '../src/runner/sandbox/choose.ts';
import { giveTree } from '../src/runner/sandbox/ownership.ts';
import { type Sandbox, unsafeNone } from '../src/runner/sandbox/sandbox.ts';
import { median, timed } from './figures.ts';
import type { Measurement } from './row.ts';

const ROUNDS = 60;
const WARM_UP = 5;
const MOST_ADDED_MS = 40;

export const sandboxSpawn: Measurement = {
  id: 'h',
  about: 'a command inside the sandbox against a plain one',
  async run(bench) {
    const dir = await mkdtemp(join(bench.dir, 'sandbox-'));
    await chmod(dir, 0o711);
    const { sandbox } = await chooseSandbox({ word: 'bubblewrap', data: join(dir, 'data'), readable: [] });
    if (sandbox.why !== undefined) {
      bench.say(`not measured: ${sandbox.why}`);
      return [];
    }
    const worktree = await mkdtemp(join(dir, 'worktree-'));
    if (sandbox.account) await giveTree(worktree, sandbox.account);
    const rounds: { ours: number; bare: number }[] = [];
    for (let n = -WARM_UP; n < ROUNDS; n++) {
      const bare = await timed(() => spawn(unsafeNone, worktree, n));
      const ours = await timed(() => spawn(sandbox, worktree, n));
      if (n >= 0) rounds.push({ ours, bare });
    }
    const added = rounds.map(({ ours, bare }) => ours - bare);
    const ours = median(rounds.map(round => round.ours));
    const bare = median(rounds.map(round => round.bare));
    bench.say(`${ours.toFixed(1)} ms inside, ${bare.toFixed(1)} ms plain`);
    return [
      {
        id: 'h',
        what: 'added by the sandbox to a command',
        unit: 'ms',
        ours: median(added),
        target: MOST_ADDED_MS,
        each: added,
      },
      {
        ...{ id: 'h', what: 'a command inside the sandbox', unit: 'ms', ours, bare },
        ratios: rounds.map(round => round.ours / round.bare),
      },
    ];
  },
};

async function spawn(sandbox: Sandbox, worktree: string, n: number): Promise<void> {
  const { argv, env, account, limits } = sandbox.wrap(['/bin/sh', '-c', 'true'], {
    worktree,
    readOnlyDirs: [],
    writableDirs: [],
  });
  const { exitCode, log } = await runProcess({
    ...{ argv, account, limits, cwd: worktree, env: { PATH: process.env.PATH ?? '', ...env } },
    ...{ job: `bench-${process.pid}-${sandbox.name}-${n}`, run: 'bench', timeoutMs: 60_000 },
  });
  if (exitCode !== 0) throw new Error(`a command of ${sandbox.name} ended with ${exitCode}: ${log.head}`);
}
