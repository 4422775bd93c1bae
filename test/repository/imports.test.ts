// The house rules of docs/design.md: who may import whom, who may touch the world.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const SHAPES = ['record.ts', 'agents.ts', 'facts', 'spec.ts', 'tools.ts', 'failures.ts', 'board.ts'];

/** Rooms a room may import besides itself and the shapes. Files right under src/ that wire things may import everything. */
const MAY_IMPORT: Record<string, string[]> = {
  webhooks: ['commands', 'config', 'store'],
  commands: ['config', 'engine', 'reports', 'store'],
  facts: [],
  config: [],
  brakes: ['config'],
  reports: ['brakes', 'config'],
  stages: ['brakes', 'config', 'reports'],
  loops: ['brakes', 'config', 'reports', 'stages'],
  engine: ['brakes', 'commands', 'config', 'loops', 'reports', 'store', 'webhooks'],
  database: [],
  store: [],
  github: ['reports', 'store'],
  runner: ['config', 'package-root.ts', 'within.ts'],
  doctor: [
    'agent-book.ts',
    'database',
    'github',
    'log.ts',
    'package-root.ts',
    'runner',
    'settings.ts',
    'web',
    'within.ts',
  ],
  web: ['brakes', 'compose.ts', 'engine', 'index.ts', 'reports', 'store'],
};

/** Only the type of what it is handed. */
const TYPE_ONLY = ['src/engine/reconcile.ts imports src/github/catch-up.ts'];

/** Libraries that only these may import. */
const ONLY: [RegExp, RegExp][] = [
  [/^@octokit\//, /^src\/github\//],
  [/^probot$/, /^src\/(github\/|web\/|index\.ts$)/],
  [/^execa$|^node:child_process$/, /^src\/(runner|database)\//],
  [/^pg$/, /^src\/(store|engine|database)\//],
  [/^@dbos-inc\//, /^src\/engine\//],
];

/** Decisions and what they are told in: no clock, no chance, no world. */
const PURE = ['facts', 'config', 'brakes', 'reports', 'stages', 'loops', 'webhooks'];
/** The edge of the webhooks notes when a delivery arrived. */
const EDGE = 'src/webhooks/receive.ts';
const WORLD = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(/;

interface Source {
  path: string;
  room: string;
  text: string;
  imports: string[];
}

async function sources(): Promise<Source[]> {
  const names = (await readdir(join(ROOT, 'src'), { recursive: true })).filter(name => name.endsWith('.ts'));
  return Promise.all(names.map(source));
}

async function source(name: string): Promise<Source> {
  const path = `src/${name}`;
  const text = await readFile(join(ROOT, path), 'utf8');
  const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)].map(([, from = '']) => from);
  return { path, room: name.includes('/') ? (name.split('/')[0] ?? '') : '', text, imports };
}

test('rooms import only downwards', async () => {
  const all = (await sources()).filter(({ room }) => room !== '');
  const wrong = all.flatMap(({ path, room, imports }) => {
    const allowed = [room, ...SHAPES, ...(MAY_IMPORT[room] ?? [])];
    const inside = imports.filter(from => from.startsWith('.')).map(from => normalize(join(dirname(path), from)));
    return inside.filter(to => !allowed.includes(to.split('/')[1] ?? '')).map(to => `${path} imports ${to}`);
  });
  expect(wrong.filter(line => !TYPE_ONLY.includes(line))).toEqual([]);
  expect([...new Set(all.map(({ room }) => room))].filter(room => !MAY_IMPORT[room])).toEqual([]);
});

test('only github/ speaks to GitHub, only runner/ and database/ start processes, only store/, engine/ and database/ speak SQL', async () => {
  const wrong = (await sources()).flatMap(({ path, imports }) =>
    ONLY.filter(([library, place]) => imports.some(from => library.test(from)) && !place.test(path)).map(
      ([library]) => `${path} imports ${library}`,
    ),
  );
  expect(wrong).toEqual([]);
});

test('decisions and texts see neither the clock nor the world', async () => {
  const wrong = (await sources())
    .filter(({ room, path }) => PURE.includes(room) && path !== EDGE)
    .filter(({ text, imports }) => WORLD.test(text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')) || imports.some(isNode))
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

function isNode(from: string): boolean {
  return from.startsWith('node:');
}
