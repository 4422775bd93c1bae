import { expect, test } from 'vitest';
import { colours } from '../../demo/terminal/colours.ts';
import type { Live } from '../../demo/terminal/live.ts';
import { watch } from '../../demo/watch.ts';
import type { LoopName } from '../../src/config/loop-name.ts';

/** What a person sees when these steps begin, turn by turn. */
function seen(loop: LoopName, ...turns: string[][]): string[] {
  const lines: string[] = [];
  const live = {
    line: (text: string) => void lines.push(text),
    begin: (label: string) => void (lines.at(-1) === `- ${label}` || lines.push(`- ${label}`)),
    end: () => undefined,
  } as unknown as Live;
  const tell = watch({ live, colours: colours(false), past: async () => [], loop });
  for (const [n, names] of turns.entries())
    for (const [step, name] of ['begin', ...names].entries())
      tell({ phase: 'begin', workflow: `r/${n}`, step, name, at: 0 });
  return lines;
}

test('K19: stages are told by their names, iterations counted', () => {
  const checks = ['shell.parse unit', 'shell.parse contract'];
  expect(seen('ultraloop', ['git.prepare', 'agent.execute', 'clock', ...checks], ['agent.improve'])).toEqual([
    ...['Iteration 1', '- prepare', '- execute', '- contract tests', 'Iteration 2', '- improve'],
  ]);
  expect(seen('ralph', ['git.prepare', 'agent.execute', 'shell.tests of slice-1'])).toEqual([
    ...['Iteration 1', '- prepare', '- execute', '- run tests of slice-1'],
  ]);
});

test('K19 C2 C3: turns of autoiter that are no iterations have their own titles and do not count', () => {
  const discovery = ['git.prepare', 'agent.discover', 'report'];
  const prepare = ['git.prepare', 'shell.baseline trigger', 'agent.prepare'];
  const iteration = ['git.prepare', 'shell.trigger', 'agent.observe'];
  expect(seen('autoiter', ['report'], discovery, prepare, iteration, iteration)).toEqual([
    ...['Run spec', '- report'],
    ...['Discovery', '- discovery', '- report'],
    ...['Prepare', '- run baseline trigger', '- prepare'],
    ...['Iteration 1', '- run trigger', '- observe'],
    ...['Iteration 2', '- run trigger', '- observe'],
  ]);
});
