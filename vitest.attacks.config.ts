// Every attack of the catalogue, through the whole product. `npm run attacks`, or `npm run attacks -- -t SEC-31` for one.
import { defineConfig } from 'vitest/config';
import { suite } from './vitest.config.ts';

export default defineConfig({
  test: {
    ...suite,
    include: ['test/attacks/**/*.test.ts'],
    reporters: ['./test/attacks/reporter.ts'],
  },
});
