// The long tests: every loop killed at every step. `npm run chaos`; docs/decisions.md says why they are apart.
import { defineConfig } from 'vitest/config';
import main from './vitest.config.ts';

export default defineConfig({ test: { ...main.test, include: ['test/chaos/**/*.test.ts'], exclude: [] } });
