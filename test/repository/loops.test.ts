// docs/loops.md shows each loop as its source has it: every stage and brake that is put together there, the ladder in its order.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOOP_NAMES, type LoopName } from '../../src/config/loop-name.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Put around stages, not stages themselves. */
const FRAME = /cycle\.ts$|autoiter\/iter\.ts$/;

async function section(loop: LoopName): Promise<string> {
  const parts = (await read('docs/loops.md')).split(/^## /m);
  return parts.find(part => part.startsWith(`${loop}\n`)) ?? '';
}

test.each(LOOP_NAMES)('%s: every stage is named with its file', async loop => {
  const source = await read(`src/loops/${loop}.ts`);
  const stages = [...source.matchAll(/ from '\.\.\/(stages\/[^']+)'/g)].map(([, path]) => `src/${path}`);
  const text = await section(loop);
  expect(stages.filter(path => !FRAME.test(path) && !text.includes(`\`${path}\``))).toEqual([]);
});

test.each(LOOP_NAMES)('%s: the brakes of its ladder, in its order', async loop => {
  const [, ladder = ''] = (await read(`src/loops/${loop}.ts`)).split('function stop(');
  const called = [...ladder.matchAll(/(\w+)\(spec, past\)/g)].map(([, name = '']) => kebab(name));
  expect(called.length).toBeGreaterThan(5);
  const [, told = ''] = (await section(loop)).split('Ladder:');
  const places = called.map(name => told.search(new RegExp(`(?<!-)\\b${name}\\b(?!-)`)));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
