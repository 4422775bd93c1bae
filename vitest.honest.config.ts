// Other people's test suites inside the sandbox. `npm run honest`; it needs the npm registry, so it is not part of npm test.
import { defineConfig } from 'vitest/config';
import { suite } from './vitest.config.ts';

export default defineConfig({
  test: { ...suite, globalSetup: [], testTimeout: 1_200_000, include: ['test/sandbox-projects/**/*.test.ts'] },
});
