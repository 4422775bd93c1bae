// Checks of a Node project: the scripts its package.json names, run by the package manager its lock file names (K14).
import * as z from 'zod';
import type { Check, CheckKind } from './check.ts';
import type { Folder } from './detect-checks.ts';

const FROM = 'package.json';
const PACKAGE = z.object({
  scripts: z.record(z.string(), z.unknown()).catch({}).prefault({}),
  packageManager: z.string().catch('').prefault(''),
});

/** Script names that mean the same, the usual one first. */
const WANTED: readonly { name: string; kind: CheckKind; scripts: readonly string[] }[] = [
  { name: 'typecheck', kind: 'lint', scripts: ['typecheck', 'type-check', 'check-types', 'types', 'tsc'] },
  { name: 'lint', kind: 'lint', scripts: ['lint'] },
  { name: 'test', kind: 'unit', scripts: ['test'] },
];

export async function detectNode(folder: Folder): Promise<Check[]> {
  if (!folder.has(FROM)) return [];
  const found = PACKAGE.safeParse(json(await folder.read(FROM)));
  if (!found.success) return [];
  const { scripts, packageManager } = found.data;
  const manager = managerOf(folder, packageManager);
  return WANTED.flatMap(({ name, kind, scripts: names }) => {
    const script = names.find(candidate => Object.hasOwn(scripts, candidate) && isReal(scripts[candidate]));
    if (script === undefined) return [];
    // `bun test` is another program than the script `test`; `npm test` is the same as `npm run test` and what people know.
    const command = manager === 'npm' && script === 'test' ? 'npm test' : `${manager} run ${script}`;
    return [{ name, command, from: FROM, kind }];
  });
}

/** npm writes a test script that always fails, and a watcher never ends: neither is a check. */
const isReal = (script: unknown): boolean =>
  typeof script === 'string' && script.trim() !== '' && !/no test specified|\s--watch(All)?(?![\w=-])/.test(script);

const LOCKS: readonly [string, string][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

function managerOf(folder: Folder, declared: string): string {
  const lock = LOCKS.find(([file]) => folder.has(file)) ?? LOCKS.find(([file]) => folder.rootHas(file));
  return lock?.[1] ?? /^(npm|pnpm|yarn|bun)@/.exec(declared)?.[1] ?? 'npm';
}

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined; // A broken package.json declares nothing; the agent will meet it soon enough.
  }
}
