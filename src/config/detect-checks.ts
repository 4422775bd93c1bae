// Finds the check commands of a repository that has not declared any (K14).
import type { Check } from './check.ts';
import { detectCargo, detectGo, detectGradle, detectMaven } from './detect-compiled.ts';
import { detectMake } from './detect-make.ts';
import { detectNode } from './detect-node.ts';
import { detectPython } from './detect-python.ts';

export interface Repository {
  /** Paths of files at the root and in the folders right below it. */
  files: readonly string[];
  /** A file as text; undefined when it is not there or not text. */
  read(path: string): Promise<string | undefined>;
}

/** One folder of it: names of files, and of the root's files (lock files often stand there). */
export interface Folder {
  has(name: string): boolean;
  rootHas(name: string): boolean;
  names: readonly string[];
  read(name: string): Promise<string | undefined>;
}

/** Names are unique. Deterministic: the same files give the same checks in the same order. Never throws for what files hold. */
export async function detectChecks(repository: Repository): Promise<{ checks: Check[] }> {
  const folders = ['', ...subfolders(repository.files)];
  const found = await Promise.all(DETECTORS.map(detect => firstLevel(folders, repository, detect)));
  return { checks: found.flat() };
}

/** Returns nothing for a folder it has nothing to say about. */
export type Detector = (folder: Folder) => Promise<Check[]>;

const DETECTORS: readonly Detector[] = [
  detectNode,
  detectMake,
  detectPython,
  detectCargo,
  detectGo,
  detectMaven,
  detectGradle,
];

/** The root speaks for its folders; only where it is silent are they asked. */
async function firstLevel(folders: string[], repository: Repository, detect: Detector): Promise<Check[]> {
  const [root = [], ...below] = await Promise.all(
    folders.map(async path => (await detect(folderOf(repository, path))).map(check => inFolder(check, path))),
  );
  return root.length > 0 ? root : below.flat();
}

function folderOf({ files, read }: Repository, path: string): Folder {
  const all = new Set(files);
  const prefix = path === '' ? '' : `${path}/`;
  const inside = files.filter(file => file.startsWith(prefix)).map(file => file.slice(prefix.length));
  return {
    has: name => all.has(prefix + name),
    rootHas: name => all.has(name),
    names: path === '' ? inside : inside.filter(name => !name.includes('/')),
    read: name => read(prefix + name),
  };
}

function inFolder(check: Check, path: string): Check {
  if (path === '') return check;
  return {
    ...check,
    name: `${path}-${check.name}`,
    command: `(cd ${path} && ${check.command})`,
    from: `${path}/${check.from}`,
  };
}

// Names that need no quoting in a shell; folders with other people's code or with examples say nothing about this repository.
const FOLDER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/;
const FOREIGN = new Set([
  'node_modules',
  'vendor',
  'third_party',
  'examples',
  'example',
  'fixtures',
  'docs',
  'dist',
  'build',
]);

/** Folders right below the root whose names need no quoting and that hold this repository’s own code. */
export function subfolders(files: readonly string[]): string[] {
  const names = files.filter(file => file.includes('/')).map(file => file.slice(0, file.indexOf('/')));
  return [...new Set(names)].filter(name => FOLDER.test(name) && !FOREIGN.has(name)).sort();
}
