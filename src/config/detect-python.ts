// Checks of a Python project: pytest, where something says that pytest is what it uses (K14).
import type { Check } from './check.ts';
import type { Folder } from './detect-checks.ts';

/** A file and the words in it that name pytest. */
const EVIDENCE: readonly [string, RegExp][] = [
  ['pytest.ini', /^/],
  ['pyproject.toml', /\[tool\.pytest|["']pytest\b/],
  ['tox.ini', /^\s*\[pytest\]|\bpytest\b/m],
  ['setup.cfg', /^\s*\[tool:pytest\]|\bpytest\b/m],
  ['conftest.py', /^/],
];
const TEST_FILE = /^(?:tests?\/)?(?:test_[^/]+|[^/]+_test|conftest)\.py$/;

export async function detectPython(folder: Folder): Promise<Check[]> {
  const from = await evidence(folder);
  if (from === undefined) return [];
  const runner = [...RUNNERS].find(([lock]) => folder.has(lock) || folder.rootHas(lock))?.[1] ?? 'python3 -m pytest';
  return [{ name: 'pytest', command: runner, from, kind: 'unit' }];
}

const RUNNERS: readonly [string, string][] = [
  ['uv.lock', 'uv run pytest'],
  ['poetry.lock', 'poetry run pytest'],
];

async function evidence(folder: Folder): Promise<string | undefined> {
  for (const [file, words] of EVIDENCE) {
    if (folder.has(file) && words.test((await folder.read(file)) ?? '')) return file;
  }
  return folder.names.find(name => TEST_FILE.test(name));
}
