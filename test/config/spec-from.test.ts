import { describe, expect, it } from 'vitest';
import { protectedPaths } from '../../src/brakes/protected-paths.ts';
import type { Check } from '../../src/config/check.ts';
import { parseConfig } from '../../src/config/load.ts';
import { DEFAULTS } from '../../src/config/schema.ts';
import { type Start, specFrom } from '../../src/config/spec-from.ts';

const check = (name: string, command: string, kind: Check['kind']): Check => ({
  name,
  command,
  kind,
  from: 'package.json',
});
const start: Start = {
  run: 'k3x9',
  owner: 'acme',
  repo: 'widgets',
  issue: { number: 41, title: 'Add a retry', body: 'Three times.' },
  startedBy: 'mona',
  base: 'a'.repeat(40),
  defaultBranch: 'main',
  branch: 'ultraloop/issue-41-k3x9',
  config: DEFAULTS,
  target: { name: 'issue', text: 'Three times.' },
  detected: [
    check('typecheck', 'npm run tsc', 'lint'),
    check('lint', 'npm run lint', 'lint'),
    check('test', 'npm test', 'unit'),
  ],
  sandbox: 'bwrap',
};
const withConfig = (text: string, change: Partial<Start> = {}) =>
  specFrom({ ...start, config: parseConfig(text, 'f').config ?? expect.fail('bad configuration'), ...change });

describe('what was approved is what runs', () => {
  it('a repository without configuration gets one undeclared block of its detected checks (U8, K14)', () => {
    expect(specFrom(start)).toEqual({
      ...{
        run: 'k3x9',
        loop: 'ultraloop',
        owner: 'acme',
        repo: 'widgets',
        issue: 41,
        title: 'Add a retry',
        body: 'Three times.',
      },
      ...{ startedBy: 'mona', base: start.base, defaultBranch: 'main', branch: start.branch, target: start.target },
      blocks: [
        { name: 'repository', declared: false, paths: ['**'], lint: 'npm run tsc && npm run lint', unit: 'npm test' },
      ],
      limits: {
        max_cycles: 10,
        no_progress: 3,
        failures: 3,
        check_timeout_min: 30,
        agent_timeout_min: 60,
        agent_idle_min: 15,
        max_files: 300,
        max_bytes: 5_000_000,
      },
      ...{
        budget: {},
        auto_continue_minutes: 30,
        reviewers: { users: [], teams: [] },
        checksFrom: 'package.json',
        sandbox: 'bwrap',
      },
    });
  });

  it('U8 declared blocks stand alone: detected checks would only repeat them', () => {
    const { blocks, checksFrom } = withConfig('blocks: {tq: {paths: ["tq/**"], unit: make tq}}');
    expect(blocks).toEqual([{ name: 'tq', declared: true, paths: ['tq/**'], unit: 'make tq' }]);
    expect(checksFrom).toBe('ultraloop.yml');
  });

  it('U8 declared checks are never dropped, also beside blocks', () => {
    const { blocks } = withConfig(
      'blocks: {tq: {paths: [tq], unit: make}}\nchecks: {lint: make lint, contract: make c}',
    );
    expect(blocks.at(-1)).toEqual({
      name: 'repository',
      declared: true,
      paths: ['**'],
      lint: 'make lint',
      contract: 'make c',
    });
    expect(withConfig('checks: {test: make}').blocks).toEqual([
      { name: 'repository', declared: false, paths: ['**'], unit: 'make' },
    ]);
  });

  it('no checks, accepted: no block', () => {
    expect(withConfig('checks: []')).toMatchObject({ blocks: [], checksFrom: 'ultraloop.yml' });
  });

  it('U4 --max-iterations wins over the configuration', () => {
    expect(withConfig('max_cycles: 20').limits.max_cycles).toBe(20);
    expect(withConfig('max_cycles: 20', { maxIterations: 3 }).limits.max_cycles).toBe(3);
  });

  it('K9 teams of the owner by their name, others as written', () => {
    const { reviewers } = withConfig('reviewers: {users: ["@mona"], teams: ["@Acme/rtl", core, other/x]}');
    expect(reviewers).toEqual({ users: ['mona'], teams: ['rtl', 'core', 'other/x'] });
  });

  it.each(['npm test # all', 'cd web; npm test', 'npm test ||\nmake', 'make & wait'])(
    '"%s" cannot swallow the check after it',
    command => {
      const detected = [check('a', command, 'unit'), check('b', 'make b', 'unit')];
      expect(specFrom({ ...start, detected }).blocks[0]?.unit).toBe(`( ${command}\n) && make b`);
    },
  );

  it('SEC-24 what agents’ links lead to is protected, whatever its name', () => {
    const spec = specFrom({ ...start, linked: ['docs/a[1]*.md', 'docs/(rules)'] });
    const hit = (path: string) => protectedPaths([{ path, status: 'M', added: 1, removed: 0, mode: '100644' }], spec);
    for (const path of ['docs/a[1]*.md', 'docs/(rules)', 'docs/(rules)/x.md']) expect(hit(path), path).toHaveLength(1);
    for (const path of ['docs/a1b.md', 'docs/a[1]b.md', 'docs/rules']) expect(hit(path), path).toEqual([]);
  });

  it('K13 agents are names, as the repository says them; nothing said, nothing chosen', () => {
    expect(withConfig('agent: codex\nroles: {reviewer: claude}').agents).toEqual({
      ...{ agent: 'codex', roles: { reviewer: 'claude' } },
    });
    expect(withConfig('roles: {reviewer: claude}').agents).toEqual({ roles: { reviewer: 'claude' } });
    expect(withConfig('max_cycles: 3')).not.toHaveProperty('agents');
  });
});
