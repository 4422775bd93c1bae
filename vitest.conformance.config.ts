// Real agents through whole runs: `npm run conformance`, or `AGENTS=gemini npm run conformance` for one.
import { defineConfig } from 'vitest/config';
import { suite } from './vitest.config.ts';

export default defineConfig({
  test: {
    ...suite,
    include: ['test/conformance/**/*.test.ts'],
    testTimeout: 300_000,
    reporters: ['./test/conformance/reporter.ts'],
  },
});
