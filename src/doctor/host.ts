// What the host itself must have: git, room on the disk, a database.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { postgresPackage } from '../database/postgres-binaries.ts';
import { askProgram } from '../runner/ask-program.ts';
import { requireDisk } from '../runner/disk.ts';
import type { Settings } from '../settings.ts';
import { bad, good, type Line, note, soon, told } from './line.ts';

/** The oldest that knows the settings git is given, and the oldest the app was tried with. */
const OLDEST: Version = [2, 31];
const TRIED: Version = [2, 39];
type Version = readonly [major: number, minor: number];
const WITHIN_MS = 10_000;

export async function gitLines(): Promise<Line[]> {
  const said = await askProgram(['git', '--version']);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(said ?? '') ?? [];
  if (said === undefined || major === undefined) return [bad('git is not on the PATH of the app')];
  const found: Version = [Number(major), Number(minor)];
  if (older(found, OLDEST)) return [bad(`${said} is too old: ${OLDEST.join('.')} or newer is needed`)];
  return [older(found, TRIED) ? note(`${said}; ${TRIED.join('.')} is the oldest it was tried with`) : good(said)];
}

const older = ([major, minor]: Version, than: Version): boolean =>
  major < than[0] || (major === than[0] && minor < than[1]);

export async function diskLines(data: string): Promise<Line[]> {
  return attempt(async () => {
    await mkdir(data, { recursive: true, mode: 0o700 });
    const file = join(data, `.doctor-${randomUUID()}`);
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    await rm(file);
    await requireDisk(data);
    return `data folder ${data}: can be written, and there is room`;
  }, `data folder ${data}`);
}

/** A given database is asked; the built-in one is not started, but what it needs is looked at. */
export async function databaseLines({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Line[]> {
  return attempt(async () => {
    if (databaseUrl === undefined) {
      const { version } = await postgresPackage();
      return `the built-in Postgres ${version} is installed; it is started with the app`;
    }
    const log = { info: () => undefined, warn: () => undefined };
    const database = await soon(WITHIN_MS, openDatabase({ dataDir, databaseUrl, log }));
    await database.close();
    return 'the database of DATABASE_URL answers and can be written';
  }, 'database');
}

async function attempt(work: () => Promise<string>, what: string): Promise<Line[]> {
  try {
    return [good(await work())];
  } catch (error) {
    return [bad(`${what}: ${told(error)}`)];
  }
}
