// Real agents through whole runs: `npm run conformance`, or `AGENTS=gemini npm run conformance` for one.
import { defineConfig } from 'vitest/config';
import main from './vitest.config.ts';

export default defineConfig({
  test: {
    ...main.test,
    include: ['test/conformance/**/*.test.ts'],
    exclude: [],
    testTimeout: 300_000,
    reporters: ['./test/conformance/reporter.ts'],
  },
});
