// Every attack of the catalogue, through the whole product. `npm run attacks`, or `npm run attacks -- -t SEC-31` for one.
import { defineConfig } from 'vitest/config';
import main from './vitest.config.ts';

export default defineConfig({
  test: {
    ...main.test,
    include: ['test/attacks/**/*.test.ts'],
    exclude: [],
    reporters: ['./test/attacks/reporter.ts'],
  },
});
