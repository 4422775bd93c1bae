// The run's files (K18): kept under the data folder, and published as one commit on a ref of their own beside the branches.
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Failure } from '../failures.ts';
import { git, gitText } from './git.ts';
import { openMirror } from './mirror.ts';
import type { WorkspaceOptions } from './site.ts';

/** Larger files, such as a raw log of hours, stay on the host. */
const CAP = 1024 * 1024;
const MOST = 2_000;
/** Prompts, answers and what was taken away: for the operator, not for the repository. */
const KEPT_BACK = new Set(['jobs', 'quarantine']);

type Site = Omit<WorkspaceOptions, 'base'>;

/** Where a run's files are published to. No branch: it litters no list and starts no workflow. */
export const filesRef = (run: string): string => `refs/ultraloop/${run}`;

/** Writes one of the run's files whole or not at all; `name` may have folders, such as `iter-1/report.md`. */
export async function writeRunFile(folder: string, name: string, text: string): Promise<void> {
  const file = within(folder, name);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.new`;
  await writeFile(aside, text, { mode: 0o600 });
  await rename(aside, file);
}

export async function removeRunFile(folder: string, name: string): Promise<void> {
  await rm(within(folder, name), { force: true });
}

/**
 * Publishes the folder as it is now. The ref is ours alone, so it is replaced as a whole. Answers the commit.
 * @param clean takes secrets out: a program's log may hold what no report would
 */
export async function publishRunFiles(
  site: Site,
  folder: string,
  clean: (text: string) => string,
): Promise<string | undefined> {
  const names = await filesOf(folder);
  for (const name of names) await cleanFile(folder, name, clean);
  if (names.length === 0) return undefined;
  const mirror = openMirror(site);
  await mirror.ensure();
  const index = join(mirror.dir, `index.files-${site.run}`);
  const place = { ...mirror.place, author: site.author, index };
  const input = names.map(name => `${join(folder, name)}\n`).join('');
  const ids = (await gitText(place, ['hash-object', '-w', '--no-filters', '--stdin-paths'], { input })).split('\n');
  await rm(index, { force: true });
  const entries = names.map((name, at) => `100644 ${ids[at]}\t${name}\0`).join('');
  await git(place, ['update-index', '-z', '--index-info'], { input: entries });
  const tree = await gitText(place, ['write-tree']);
  await rm(index, { force: true });
  const message = `Files of run ${site.run}\n\nUltraloop-Run: ${site.run}\n`;
  const commit = await gitText(place, ['commit-tree', tree, '-F', '-'], { input: message });
  const target = `+${commit}:${filesRef(site.run)}`;
  const flags = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
  await git(place, ['push', ...flags, '--end-of-options', 'origin', target], { network: true });
  return commit;
}

async function cleanFile(folder: string, name: string, clean: (text: string) => string): Promise<void> {
  const before = await readFile(join(folder, name), 'utf8');
  const after = clean(before);
  if (after !== before) await writeRunFile(folder, name, after);
}

/** Plain files below the folder, as paths with `/`, in a fixed order. Links and names git could misread are left out. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter(name => !KEPT_BACK.has(name.split('/')[0] ?? '') && !/[\n\r\0"]|\.new$/.test(name));
  const sizes = await Promise.all(names.map(name => lstat(join(folder, name)).then(found => found.size)));
  return names
    .filter((_, at) => (sizes[at] ?? 0) <= CAP)
    .sort()
    .slice(0, MOST);
}

function within(folder: string, name: string): string {
  const file = normalize(join(folder, name));
  if (!file.startsWith(folder + sep)) throw new Failure('bug', `a run's file cannot be called ${name}`);
  return file;
}
