// (f) The second workspace of a repository, on the mirror the first one made, against a fresh clone, both over smart HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { sealer } from '../src/runner/ours.ts';
import { openWorkspace } from '../src/runner/workspace.ts';
import type { Child } from './child.ts';
import { median, timed } from './figures.ts';
import { type Commit, makeHistory } from './history.ts';
import type { Bench, Measurement } from './row.ts';
import { OWNER } from './simulator-names.ts';
import { openWorld } from './world.ts';

const COMMITS = 1_500;
const FILES = 300;
const LINES = 120;
const ROUNDS = 7;

export const workspace: Measurement = {
  id: 'f',
  about: 'second workspace of a repository against a fresh clone',
  async run(bench) {
    const world = await openWorld(bench, { DATABASE_URL: 'none' });
    const dir = await mkdtemp(join(bench.dir, 'workspace-'));
    const origin = await serve(dir, world.simulator);
    const first = await timed(() => prepare(origin, 'first'));
    bench.say(`the first workspace, with its mirror: ${Math.round(first)} ms`);
    const rounds = await repeat(bench, origin);
    await world.close();
    await rm(dir, { recursive: true, force: true });
    return [
      {
        id: 'f',
        what: 'second workspace: fetch and worktree',
        unit: 'ms',
        ours: median(rounds.map(({ ours }) => ours)),
        bare: median(rounds.map(({ clone }) => clone)),
        target: 0.3,
        ratios: rounds.map(({ ours, clone }) => ours / clone),
      },
      { id: 'f', what: 'first workspace, with its mirror', unit: 'ms', ours: first },
    ];
  },
};

interface Origin {
  dir: string;
  url: string;
  token: string;
  base: string;
}

async function repeat(bench: Bench, origin: Origin): Promise<{ ours: number; clone: number }[]> {
  const rounds: { ours: number; clone: number }[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    // Making the branch belongs to opening a run; the bare side does not do it either.
    const second = open(origin, `run-${n}`);
    await second.start(`Start\n\nUltraloop-Run: run-${n}\n`);
    const ours = await timed(() => second.prepare());
    const target = join(origin.dir, `clone-${n}`);
    const args = ['clone', '-q', origin.url, target];
    const env = { PATH: process.env.PATH, HOME: origin.dir, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
    const clone = await timed(() => execa('git', args, { env, extendEnv: false }));
    await rm(target, { recursive: true, force: true });
    rounds.push({ ours, clone });
    bench.say(`round ${n} of ${ROUNDS}: ${Math.round(ours)} ms, clone ${Math.round(clone)} ms`);
  }
  return rounds;
}

async function serve(dir: string, simulator: Child): Promise<Origin> {
  const source = join(dir, 'source.git');
  const base = await makeHistory(source, history());
  const { token } = await simulator.ask<{ token: string }>('repo', { name: 'history', from: source });
  return { dir, url: `${simulator.url}/${OWNER}/history.git`, token, base };
}

function open({ dir, url, token, base }: Origin, run: string) {
  return openWorkspace({
    data: join(dir, 'data'),
    repoId: '1',
    run,
    remote: { url, token: () => Promise.resolve(token) },
    branch: `ultraloop/issue-1-${run}`,
    base,
    seal: sealer('bench'),
    author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
  });
}

async function prepare(origin: Origin, run: string): Promise<void> {
  const one = open(origin, run);
  await one.start(`Start\n\nUltraloop-Run: ${run}\n`);
  await one.prepare();
}

/** Each commit changes a stretch of three files, as people's commits do. */
function* history(): Generator<Commit> {
  const texts = Array.from({ length: FILES }, (_, file) =>
    Array.from({ length: LINES }, (_, n) => line(file * LINES + n)),
  );
  const files = (numbers: number[]) =>
    Object.fromEntries(numbers.map(n => [`src/part-${n % 25}/file-${n}.ts`, `${texts[n]?.join('\n')}\n`]));
  yield { message: 'first', files: files([...texts.keys()]) };
  for (let n = 1; n < COMMITS; n++) {
    const touched = [n, n * 7, n * 13].map(each => each % FILES);
    for (const file of touched)
      for (let at = 0; at < 8; at++) texts[file]?.splice((n * 11 + at) % LINES, 1, line(n * 1_000_003 + file * 8 + at));
    yield { message: `change ${n}`, files: files(touched) };
  }
}

/** A line of words that repeat as little as those of a program do; the same at every run. */
function line(seed: number): string {
  const words = Array.from({ length: 5 }, (_, n) =>
    ((seed * 2_654_435_761 + n * 40_503_001) % 4_294_967_291).toString(36),
  );
  return `export const ${words.join(' = ')};`;
}
