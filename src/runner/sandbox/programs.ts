// Finds programs as a shell would, and what has to be visible so that they run: their real place, and the package they belong to.
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/** Absolute path of a program; undefined when there is none that may be started. A name with a slash is looked for in `cwd`. */
export function findProgram(name: string, path: string | undefined, cwd = '/'): string | undefined {
  const places = name.includes('/') ? [resolve(cwd, name)] : (path ?? '').split(':').map(dir => join(dir || cwd, name));
  return places.find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** One thing to be shown inside at its own path: a file or folder as it is, or a link as a link. */
export type Shown = { path: string } | { path: string; linkTo: string };

/** What a command line names by full path outside /usr (a script, a settings file), with its links and the package it is of. */
export function shownFor(argv: readonly string[], hidden: readonly string[]): Shown[] {
  const named = argv.filter(word => isAbsolute(word) && !isOfTheSystem(word) && existsSync(word));
  const outside = named.filter(word => !hidden.some(place => word === place || word.startsWith(`${place}/`)));
  return outside.flatMap(shown);
}

function shown(path: string): Shown[] {
  const links: Shown[] = [];
  let at = path;
  for (let hops = 0; hops < 10 && lstatSync(at).isSymbolicLink(); hops++) {
    const to = readlinkSync(at);
    links.push({ path: at, linkTo: to });
    at = isAbsolute(to) ? to : join(dirname(at), to);
  }
  const real = realpathSync(path);
  // A folder on the way may itself be a link: then the file must be found under both of its names.
  const names = at === real ? [real] : [at, real];
  return [...links, ...[...names, ...packageOf(real)].map(name => ({ path: name }))].filter(
    each => !isOfTheSystem(each.path),
  );
}

/** The folder that makes a runtime: `<prefix>/bin/node` needs all of its prefix. Just the file where that would be a home. */
export function prefixOf(program: string): string {
  const real = realpathSync(program);
  const prefix = dirname(dirname(real));
  const wide = ['/', process.env.HOME, join(process.env.HOME ?? '/', '.local')].includes(prefix);
  return basename(dirname(real)) === 'bin' && !wide ? prefix : real;
}

export function isOfTheSystem(path: string): boolean {
  return ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store'].some(
    dir => path === dir || path.startsWith(`${dir}/`),
  );
}

/**
 * Of an installed npm package the whole `node_modules` it is in, the outermost one: what it depends on lies beside it there, or behind
 * links that stay inside. Of any other script the package.json that says how it is to be read.
 */
function packageOf(file: string): string[] {
  const at = file.indexOf(`/${MODULES}/`);
  if (at !== -1) return [file.slice(0, at + MODULES.length + 1)];
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return [manifest];
  }
  return [];
}

const MODULES = 'node_modules';

/** The version of the npm package of that name a program was installed with; undefined when it was not. */
export function versionIn(program: string, name: string): string | undefined {
  const real = realpathSync(program);
  for (let folder = dirname(real); dirname(folder) !== folder; folder = dirname(folder)) {
    const manifest = manifestAt(folder);
    if (manifest.name === name) return manifest.version;
  }
  // The program itself may be of a package for one platform, which lies beside.
  const beside = packageOf(real).find(path => path.endsWith(`/${MODULES}`));
  return beside === undefined ? undefined : manifestAt(join(beside, name)).version;
}

function manifestAt(folder: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}
