import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/chaos/**', 'test/attacks/**', 'test/conformance/**'],
    // Real databases, processes and git: each file in a process of its own, one real Postgres for all of them.
    pool: 'forks',
    globalSetup: ['test/world/ground.ts', 'test/world/postgres.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Stories wait for processes, git and clocks as much as they compute: three at once keep two cores busy, more only queue.
    maxWorkers: 3,
  },
});
