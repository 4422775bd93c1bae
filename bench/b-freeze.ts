// (b) What verifying the freeze of 50,000 files adds to an iteration, against the seed's way of hashing every file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Freeze } from '../src/record.ts';
import { sealer } from '../src/runner/ours.ts';
import { openWorkspace, type Workspace } from '../src/runner/workspace.ts';
import { median, timed } from './figures.ts';
import { makeHistory } from './history.ts';
import type { Measurement } from './row.ts';

const FILES = 50_000;
const PER_FOLDER = 250;
const CHANGES = 10;
const ROUNDS = 5;

// The seed's way, made safe for any file name and any locale.
const SEED = 'find rtl -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum';

export const freeze: Measurement = {
  id: 'b',
  about: 'verifying 50,000 frozen files against find | sha256sum',
  async run(bench) {
    const dir = await mkdtemp(join(bench.dir, 'freeze-'));
    const base = await makeHistory(join(dir, 'origin.git'), [{ message: 'all files', files: files() }]);
    const workspace = await open(dir, base);
    const frozen = await workspace.freeze(['rtl/']);
    bench.say(`${frozen.files} files are frozen; ${ROUNDS} rounds`);
    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push(await round(workspace, frozen, n));
    const violation = await violate(workspace, frozen);
    await rm(dir, { recursive: true, force: true });
    const bare = median(rounds.map(({ seed }) => seed));
    return [
      {
        id: 'b',
        what: 'verifying 50,000 frozen files, intact',
        unit: 'ms',
        ours: median(rounds.map(({ verify }) => verify)),
        bare,
        target: 0.1,
        ratios: rounds.map(({ verify, seed }) => verify / seed),
      },
      { id: 'b', what: 'the same, one of them changed: finding and naming it', unit: 'ms', ours: violation, bare },
      {
        id: 'b',
        what: 'staging before it, which the commit needs anyway',
        unit: 'ms',
        ours: median(rounds.map(({ stage }) => stage)),
      },
    ];
  },
};

interface Round {
  stage: number;
  verify: number;
  seed: number;
}

/** An iteration's change of files that are not frozen. */
async function round(workspace: Workspace, frozen: Freeze, n: number): Promise<Round> {
  for (let file = 0; file < CHANGES; file++)
    await writeFile(join(workspace.path, 'src', `file-${file}.txt`), `round ${n} of file ${file}\n`);
  let tree = '';
  const stage = await timed(async () => {
    tree = (await workspace.snapshot(frozen.tree)).to;
  });
  const verify = await timed(async () => {
    if (!(await workspace.verify(frozen, tree)).intact) throw new Error('an intact freeze was called violated');
  });
  const seed = await timed(() => execa('bash', ['-c', SEED], { cwd: workspace.path }));
  return { stage, verify, seed };
}

async function violate(workspace: Workspace, frozen: Freeze): Promise<number> {
  await writeFile(join(workspace.path, pathOf(FILES / 2)), 'changed\n');
  const { to } = await workspace.snapshot(frozen.tree);
  return timed(async () => {
    const { violations } = await workspace.verify(frozen, to);
    if (violations.length !== 1) throw new Error(`${violations.length} violations were found, not 1`);
  });
}

async function open(dir: string, base: string): Promise<Workspace> {
  const workspace = openWorkspace({
    data: join(dir, 'data'),
    repoId: '1',
    run: 'bench',
    remote: { url: `file://${join(dir, 'origin.git')}`, local: true },
    branch: 'ultraloop/issue-1-bench',
    base,
    seal: sealer('bench'),
    author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
  });
  await workspace.start('Start\n\nUltraloop-Run: bench\n');
  await workspace.prepare();
  return workspace;
}

function files(): Record<string, string> {
  const all: Record<string, string> = {};
  for (let n = 0; n < FILES; n++)
    all[pathOf(n)] = `module m${n}(input clk, output q);\n${'  // a line of it\n'.repeat(10)}endmodule\n`;
  for (let n = 0; n < CHANGES; n++) all[`src/file-${n}.txt`] = `file ${n}\n`;
  return all;
}

function pathOf(n: number): string {
  return `rtl/block-${Math.floor(n / PER_FOLDER)}/m${n}.sv`;
}
