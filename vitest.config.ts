import { defineConfig } from 'vitest/config';

/** Long, or in need of more than this machine: they have configurations of their own. */
const ELSEWHERE = ['test/chaos/**', 'test/attacks/**', 'test/conformance/**', 'test/sandbox-projects/**'];

/** They change or measure what belongs to a whole process: its environment, clock, HTTP client, memory. test/repository holds this. */
export const ALONE = [
  'test/database/postgres-parts.test.ts',
  'test/doctor/{agents,walls}.test.ts',
  'test/github-layer/{answers,git-tokens,limits}.test.ts',
  'test/runner/{acp-endings,acp-permissions,cost,job-limits,notify,process}.test.ts',
  'test/runner/sandbox/{choose,hostile,leftovers,programs}.test.ts',
  'test/stories/{agents,agents-choice,model-trouble,no-sandbox}.test.ts',
  'test/web/delivery.test.ts',
];

/** What every configuration shares: real databases, processes and git, and one real Postgres for all of them. */
export const suite = {
  pool: 'forks' as const,
  globalSetup: ['test/world/ground.ts', 'test/world/postgres.ts'],
  // A hang is found by it, a busy machine is not: stories of ten seconds took ninety on one with ten times its load.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Stories wait for processes, git and clocks as much as they compute: three at once keep two cores busy, more only queue.
  maxWorkers: 3,
};

const { globalSetup, ...each } = suite;

export default defineConfig({
  test: {
    globalSetup,
    projects: [
      { test: { ...each, name: 'alone', include: ALONE, exclude: ELSEWHERE } },
      // A process each.
      {
        test: {
          ...each,
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...ELSEWHERE, ...ALONE],
        },
      },
    ],
  },
});
