import { defineConfig } from 'vitest/config';

/** Long, or in need of more than this machine: they have configurations of their own. */
const ELSEWHERE = ['test/chaos/**', 'test/attacks/**', 'test/conformance/**', 'test/sandbox-projects/**'];

/** Rooms without clock, files and processes, as test/repository holds: nothing of one test is left for the next. */
const PURE = ['test/brakes/**', 'test/config/**', 'test/reports/**', 'test/webhooks/**'];

/** What every configuration shares: real databases, processes and git, and one real Postgres for all of them. */
export const suite = {
  pool: 'forks' as const,
  globalSetup: ['test/world/ground.ts', 'test/world/postgres.ts'],
  setupFiles: ['test/world/orphan.ts'],
  // A hang is found by it, a busy machine is not: a story of ten seconds took ninety on one with ten times its load.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Stories wait for processes, git and clocks as much as they compute: three at once keep two cores busy, more only queue.
  maxWorkers: 3,
};

const { globalSetup, ...each } = suite;
const include = ['test/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup,
    projects: [
      { test: { ...each, name: 'real', include, exclude: [...ELSEWHERE, ...PURE] } },
      // They share processes, which import what they test once and not sixty times.
      { test: { ...each, name: 'pure', include: PURE.map(room => `${room}/*.test.ts`), isolate: false } },
    ],
  },
});
