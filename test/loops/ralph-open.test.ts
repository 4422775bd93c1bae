// What a ralph run needs before it starts: the seed's checklist, all that is missing at once (R3, R10).
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import type { Opening } from '../../src/loops/loop.ts';
import { openRalph } from '../../src/loops/ralph-open.ts';

const slices = ['slice-0', 'slice-1'].map(id => ({ id, name: id, layers: ['api'], definition_of_done: ['x'] }));
const FILES: Record<string, string> = {
  'scope.json': JSON.stringify({ slices }),
  'grill-summary.md': 'what for',
  'handoffs/plan-handoff.md': 'how',
};
const CONFIG = 'ralph: {tests: "make test-{slice}", e2e: make e2e}';

interface Given {
  files?: Record<string, string | undefined>;
  config?: string;
  target?: string;
  maxIterations?: number;
}
function open({ files = {}, config = CONFIG, ...more }: Given) {
  const there = { ...FILES, ...files };
  const opening: Opening = {
    config: parseConfig(config, 'f').config ?? expect.fail(config),
    issue: { number: 1, title: 't', body: '' },
    ...{ checks: [], files: Object.keys(there), lessons: [], ...more },
    read: async path => there[path],
  };
  return openRalph(opening);
}
async function problems(given: Given): Promise<string[]> {
  const found = await open(given);
  return 'obstacles' in found ? found.obstacles.map(({ problem }) => problem) : [];
}
async function planOf(given: Given) {
  const found = await open(given);
  return 'part' in found ? found.part : expect.fail(JSON.stringify(found.obstacles));
}
const entry = (id: string): string => `## ${id}: x\n\n- Tests written: 1 unit test\n`;

describe('R3 what is missing is named', () => {
  it.each<[string, Given, RegExp[]]>([
    ['scope.json', { files: { 'scope.json': undefined } }, [/`scope.json` is not in the repository/]],
    ['slices in it', { files: { 'scope.json': '{"slices": []}' } }, [/there is no slice/]],
    ['grill-summary.md', { files: { 'grill-summary.md': undefined } }, [/`grill-summary.md` is not in the repository/]],
    ['plan-handoff.md', { files: { 'handoffs/plan-handoff.md': ' \n' } }, [/`handoffs\/plan-handoff.md` is empty/]],
    [
      'a known layer',
      { config: `${CONFIG}\nmax_cycles: 3`, files: { 'scope.json': FILES['scope.json']?.replace('"api"', '"infra"') } },
      [/`slice-0` declares the layer `infra`/],
    ],
    ['a gateway', { config: 'ralph: {e2e: make e2e}' }, [/Nothing would verify a slice/]],
    ['end-to-end checks', { config: 'ralph: {tests: make test}' }, [/No end-to-end checks/]],
    ['a log that may be written', { config: `${CONFIG}\nfrozen: ["*.md"]` }, [/`implementation-log.md` is frozen/]],
    ['such a slice', { target: 'slice-9' }, [/There is no slice `slice-9`/]],
    [
      'something to build',
      { files: { 'implementation-log.md': entry('slice-0') + entry('slice-1') } },
      [/Every slice has its entry/],
    ],
    ['the log, for a later slice alone', { target: 'slice-1' }, [/`implementation-log.md` is not there yet/]],
    [
      'everything at once',
      {
        config: '{}',
        files: { 'scope.json': undefined, 'grill-summary.md': undefined, 'handoffs/plan-handoff.md': undefined },
      },
      [/scope.json/, /plan-handoff.md/, /grill-summary.md/, /verify a slice/, /end-to-end/],
    ],
  ])('%s', async (_, given, wanted) => {
    expect(await problems(given)).toEqual(wanted.map(pattern => expect.stringMatching(pattern)));
  });

  it('and how to make it', async () => {
    const found = await open({ files: { 'scope.json': undefined } });
    expect('obstacles' in found && found.obstacles[0]?.todo).toContain('"definition_of_done"');
  });
});

describe('R1 R10 the plan', () => {
  it('build: all slices, bounded by what they can use up without a person', async () => {
    const part = await planOf({});
    expect(part.ralph).toMatchObject({ mode: 'build', built: [], tests: 'make test-{slice}', e2e: 'make e2e' });
    expect(part.ralph?.slices.map(({ id }) => id)).toEqual(['slice-0', 'slice-1']);
    expect(part.limits?.max_cycles).toBe(2 * 3 + 1 + 2 * 3 + 1);
    expect((await planOf({ maxIterations: 4 })).limits?.max_cycles).toBe(4);
  });

  it('what is in the log already is built', async () => {
    const { ralph } = await planOf({ files: { 'implementation-log.md': entry('slice-0') } });
    expect(ralph?.built).toEqual(['slice-0']);
  });

  it.each<[string, Given, string]>([
    ['the first that is not built', { config: 'ralph: {mode: implement, tests: make}' }, 'slice-0'],
    [
      'and then the next',
      { config: 'ralph: {mode: implement, tests: make}', files: { 'implementation-log.md': entry('slice-0') } },
      'slice-1',
    ],
    ['the one that is named', { target: 'Slice-1', files: { 'implementation-log.md': entry('slice-0') } }, 'slice-1'],
    [
      'one that is built, when it is named',
      { target: 'slice-0', files: { 'implementation-log.md': entry('slice-0') } },
      'slice-0',
    ],
  ])('implement: %s', async (_, given, id) => {
    const { ralph, limits } = await planOf(given);
    expect(ralph).toMatchObject({ mode: 'implement', built: [], slices: [{ id }] });
    expect(limits?.max_cycles).toBe(3);
  });

  it('the commands of the repository, when none are configured', async () => {
    const { ralph } = await planOf({ config: 'checks: {lint: make lint, test: make test, e2e: make e2e}' });
    expect(ralph).toMatchObject({ typecheck: 'make lint', tests: 'make test', e2e: 'make e2e' });
  });
});
