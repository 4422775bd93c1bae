// Open-source packages whose published files hold their own tests, and what their tests do to a sandbox.

export interface Project {
  name: string;
  version: string;
  /** What is tried by it. */
  about: string;
  /** Exactly what its tests need of others; linters and the like are left out. */
  dev: Record<string, string>;
  /** A command of the shell whose output is TAP. */
  tests: string;
}

const TAPE = '5.10.2';

export const PROJECTS: readonly Project[] = [
  {
    ...{ name: 'qs', version: '6.17.1', about: 'computing' },
    dev: {
      ...{ 'es-value-fixtures': '1.7.1', 'has-bigints': '1.1.0', 'has-override-mistake': '1.0.1' },
      ...{ 'has-property-descriptors': '1.0.2', 'has-proto': '1.2.0', 'has-symbols': '1.1.0', 'iconv-lite': '0.5.2' },
      ...{ 'mock-property': '1.1.2', 'object-inspect': '1.14.0', 'qs-iconv': '1.0.4', 'safer-buffer': '2.1.2' },
      tape: TAPE,
    },
    tests: "node_modules/.bin/tape 'test/*.js'",
  },
  {
    ...{ name: '@fastify/send', version: '4.2.1', about: 'files, and HTTP on the loopback' },
    dev: { after: '0.8.2', supertest: '7.1.3' },
    tests: 'node --test --test-reporter=tap',
  },
  {
    ...{ name: 'close-with-grace', version: '2.5.0', about: 'child processes and signals' },
    dev: { tape: TAPE },
    tests: "node_modules/.bin/tape 'test/*.test.js'",
  },
];
