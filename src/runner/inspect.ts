// Looks into a change before it is pushed (SEC-44, 50, 55): sizes, links, and every line, binary files too. Only what was found is told.
import type { FileDiff, Inspection, Sighting } from '../facts/guard.ts';
import { type Blob, changedBlobs } from './diff.ts';
import { type GitPlace, git } from './git.ts';
import { parsePatch } from './patch.ts';
import { readLink } from './read-blob.ts';

/** What is looked for in the lines of a change: handed in, since the runner knows neither secrets nor tests. */
export interface Eyes {
  secrets(files: readonly FileDiff[]): Sighting[];
  tests(files: readonly FileDiff[]): Sighting[];
}
export interface Look {
  from: string;
  to: string;
  /** Where the run began: what it did to tests is judged as a whole. */
  base: string;
}

const PATCH = [
  'diff-tree',
  '-r',
  '-p',
  '-U0',
  '--text',
  '--no-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
];
/** Longest patch that is read, in bytes. What is longer was not looked through, and that counts as found. */
const CAP = 16 * 1024 * 1024;
/** Most bytes of files a patch is made of: git holds each of them in memory, and one full of holes costs an agent nothing to make. */
const MOST = 16 * CAP;

export async function inspect(place: GitPlace, { from, to, base }: Look, eyes: Eyes | undefined): Promise<Inspection> {
  const blobs = await changedBlobs(place, from, to);
  const links = blobs.filter(({ mode }) => mode === '120000');
  const tests = eyes ? eyes.tests((await filesOf(place, base, to)).files) : [];
  return {
    bytes: await sizeOf(place, blobs),
    links: await Promise.all(links.map(async ({ path, id }) => ({ path, target: await readLink(place, id) }))),
    secrets: await secretsOf(place, { from, to }, eyes),
    tests,
  };
}

/** Secrets in what `to` adds to `from`. */
export async function secretsOf(
  place: GitPlace,
  { from, to }: Pick<Look, 'from' | 'to'>,
  eyes: Eyes | undefined,
): Promise<Sighting[]> {
  if (!eyes || from === to) return [];
  const { files, cut } = await filesOf(place, from, to);
  const what = 'and what follows is too long to be looked through for secrets';
  return [...eyes.secrets(files), ...(cut === undefined ? [] : [{ path: cut, what }])];
}

/** @returns `cut` is the file from which on nothing was read */
async function filesOf(place: GitPlace, from: string, to: string): Promise<{ files: FileDiff[]; cut?: string }> {
  const blobs = await changedBlobs(place, from, to);
  if (blobs.length === 0) return { files: [] };
  if ((await sizeOf(place, blobs)) > MOST) return { files: parsePatch('', blobs), cut: blobs[0]?.path ?? '' };
  const { stdout } = await git(place, [...PATCH, '--end-of-options', from, to], { cap: CAP });
  const isCut = stdout.length >= CAP;
  return { files: parsePatch(stdout.toString('utf8'), blobs), ...(isCut && { cut: blobs.at(-1)?.path ?? '' }) };
}

async function sizeOf(place: GitPlace, blobs: readonly Blob[]): Promise<number> {
  const there = blobs.filter(({ status, mode }) => status !== 'D' && mode !== '160000');
  if (there.length === 0) return 0;
  const input = there.map(({ id }) => `${id}\n`).join('');
  const { stdout } = await git(place, ['cat-file', '--batch-check=%(objectsize)'], { input });
  const sizes = stdout.toString('latin1').split('\n').map(Number);
  return sizes.reduce((sum, size) => sum + (Number.isFinite(size) ? size : 0), 0);
}
