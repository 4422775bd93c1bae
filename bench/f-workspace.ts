// (f) The second workspace of a repository, on the mirror the first one made, against a fresh clone, both over smart HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { openWorkspace } from '../src/runner/workspace.ts';
import type { Child } from './child.ts';
import { median, timed } from './figures.ts';
import { type Commit, makeHistory } from './history.ts';
import type { Bench, Measurement } from './row.ts';
import { OWNER } from './simulator-names.ts';
import { openWorld } from './world.ts';

const COMMITS = 1_500;
const FILES = 300;
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
    author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
  });
}

async function prepare(origin: Origin, run: string): Promise<void> {
  const one = open(origin, run);
  await one.start(`Start\n\nUltraloop-Run: ${run}\n`);
  await one.prepare();
}

/** Each commit rewrites a part of three files, as people's commits do. */
function* history(): Generator<Commit> {
  const files: Record<string, string> = {};
  for (let n = 0; n < FILES; n++) files[`src/part-${n % 25}/file-${n}.ts`] = lines(n, 0);
  yield { message: 'first', files };
  for (let n = 1; n < COMMITS; n++) {
    const touched = [n, n * 7, n * 13].map(each => each % FILES);
    yield {
      message: `change ${n}`,
      files: Object.fromEntries(touched.map(file => [`src/part-${file % 25}/file-${file}.ts`, lines(file, n)])),
    };
  }
}

function lines(file: number, change: number): string {
  const text = (line: number) =>
    `export const value${line} = 'file ${file}, line ${line}, ${(file * 31 + line * 17) % 9973}';`;
  const all = Array.from({ length: 80 }, (_, line) => text(line));
  for (let n = 0; n < 8; n++) all[(change * 11 + n) % 80] = `export const changed${n} = ${change};`;
  return `${all.join('\n')}\n`;
}
