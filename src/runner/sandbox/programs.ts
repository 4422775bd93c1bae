// Finds programs as a shell would, and what has to be visible so that they run: their real place, and the package they belong to.
import { accessSync, constants, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
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

/** Everything a program outside /usr needs, as far as it can be told: links on the way, its package or itself. */
export function shownFor(program: string): Shown[] {
  const shown: Shown[] = [];
  let at = program;
  for (let hops = 0; hops < 10 && lstatSync(at).isSymbolicLink(); hops++) {
    const to = readlinkSync(at);
    shown.push({ path: at, linkTo: to });
    at = isAbsolute(to) ? to : join(realpathSync(dirname(at)), to);
  }
  const real = realpathSync(program);
  // A folder on the way may itself be a link: then the file must be found under both of its names.
  if (at !== real) shown.push({ path: at });
  return [...shown, { path: packageOf(real) }].filter(({ path }) => !isOfTheSystem(path));
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

/** The npm package a file lies in, or the file itself. */
function packageOf(file: string): string {
  for (let at = dirname(file); dirname(at) !== at; at = dirname(at)) {
    if (basename(dirname(at)) !== 'node_modules' && !basename(dirname(at)).startsWith('@')) continue;
    if (existsSync(join(at, 'package.json'))) return at;
  }
  return file;
}
