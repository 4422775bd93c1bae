import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/chaos/**'],
    // Real databases, processes and git: each file in a process of its own, one real Postgres for all of them.
    pool: 'forks',
    globalSetup: ['test/world/ground.ts', 'test/world/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Stories run agents and checks of their own; more files at once only make each other slow.
    maxWorkers: 2,
  },
});
