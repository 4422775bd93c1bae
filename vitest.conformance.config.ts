// Real agents through whole runs: `npm run conformance`, or `AGENTS=gemini npm run conformance` for one.
import { defineConfig } from 'vitest/config';
import { wanted } from './test/conformance/wanted.ts';
import { suite } from './vitest.config.ts';

const drives = [...new Set(wanted().map(({ drive }) => drive))];

export default defineConfig({
  test: {
    ...suite,
    include: drives.map(drive => `test/conformance/${drive}.test.ts`),
    testTimeout: 300_000,
    reporters: ['./test/conformance/reporter.ts'],
  },
});
