// The long tests: every loop killed at every step. `npm run chaos`; docs/decisions.md says why they are apart.
import { defineConfig } from 'vitest/config';
import { suite } from './vitest.config.ts';

export default defineConfig({ test: { ...suite, include: ['test/chaos/**/*.test.ts'] } });
