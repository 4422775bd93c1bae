// G6: every changed file is accounted for by a fix, or follows from one mechanically; anything else is for a person to see.
import type { Fix } from '../facts/autoiter.ts';
import type { FileChange } from '../record.ts';
import { isTestFile } from './test-file.ts';

export interface Audit {
  ok: boolean;
  untraceable: { file: string; why: string }[];
}

/** Lock file → the manifests whose change rewrites it. */
const LOCKS: Record<string, readonly string[]> = {
  'package-lock.json': ['package.json'],
  'npm-shrinkwrap.json': ['package.json'],
  'yarn.lock': ['package.json'],
  'pnpm-lock.yaml': ['package.json'],
  'bun.lock': ['package.json'],
  'Cargo.lock': ['Cargo.toml'],
  'go.sum': ['go.mod'],
  'poetry.lock': ['pyproject.toml'],
  'uv.lock': ['pyproject.toml'],
  'Pipfile.lock': ['Pipfile'],
  'Gemfile.lock': ['Gemfile'],
  'composer.lock': ['composer.json'],
};
const BUILT =
  /(?:^|\/)(?:dist|build|out|generated|__generated__|coverage)\/|\.min\.(?:js|css)$|\.map$|\.pb\.go$|[._]g(?:en|enerated)\.\w+$/;

/** @param files everything the iteration changed  @param fixes the fixes that were made in it */
export function audit(files: readonly FileChange[], fixes: readonly Pick<Fix, 'id' | 'files'>[]): Audit {
  const named = files.filter(file => isNamed(file, fixes));
  const untraceable = files.flatMap(file => {
    if (named.includes(file) || isConsequence(file, named)) return [];
    return [{ file: file.path, why: why(file, fixes) }];
  });
  return { ok: untraceable.length === 0, untraceable };
}

/** Named by a fix, itself or the folder it lies in; or a new test, which is how a fix proves itself. */
function isNamed({ path, status }: FileChange, fixes: readonly Pick<Fix, 'files'>[]): boolean {
  if (fixes.length > 0 && status === 'A' && isTestFile(path)) return true;
  return fixes.some(fix =>
    fix.files.some(file => path === tidy(file) || (file.endsWith('/') && path.startsWith(tidy(file)))),
  );
}

/** Links and nested repositories are never a consequence: they can stand for anything. */
function isConsequence({ path, mode }: FileChange, named: readonly FileChange[]): boolean {
  if (mode === '120000' || mode === '160000') return false;
  const [folder, name] = split(path);
  const manifests = Object.hasOwn(LOCKS, name) ? LOCKS[name] : undefined;
  if (manifests) return named.some(file => file.path.startsWith(folder) && manifests.includes(split(file.path)[1]));
  if (path.endsWith('.snap')) return named.some(file => file.path === snapshotOf(path));
  return BUILT.test(path) && named.some(file => !isTestFile(file.path));
}

/** `test/__snapshots__/a.test.ts.snap` belongs to `test/a.test.ts`. */
function snapshotOf(path: string): string {
  return path.replace(/(?:^|(?<=\/))__snapshots__\//, '').replace(/\.snap$/, '');
}

function why({ path, status }: FileChange, fixes: readonly Pick<Fix, 'id'>[]): string {
  if (fixes.length === 0) return 'no fix was made, yet it changed';
  if (Object.hasOwn(LOCKS, split(path)[1])) return 'a lock file changed without its manifest';
  return `${status === 'D' ? 'deleted' : 'changed'}, but named by none of ${fixes.map(({ id }) => id).join(', ')}`;
}

/** Folder with its slash, or nothing, and the name. */
function split(path: string): [string, string] {
  const at = path.lastIndexOf('/') + 1;
  return [path.slice(0, at), path.slice(at)];
}

const tidy = (path: string): string => path.replace(/^(?:\.?\/)+/, '');
