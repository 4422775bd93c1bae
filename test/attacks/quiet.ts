// What there is to see when nothing was started: no run, no worktree, no agent's job, no branch.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../world/moments.ts';
import { REPO } from '../world/world.ts';
import type { Scene } from './scene.ts';

export interface Started {
  runs: number;
  /** Folders of worktrees, of jobs and of mirrors: something was checked out, or an agent was started. */
  folders: string[];
  /** Besides the default branch. */
  refs: string[];
}

export const NOTHING: Started = { runs: 0, folders: [], refs: [] };

export async function started({ world }: Scene): Promise<Started> {
  const list = (folder: string) => readdir(join(world.settings.dataDir, folder)).catch(() => []);
  const folders = await Promise.all(['worktrees', 'runs', 'mirrors'].map(list));
  const refs = [...(await world.github.refs(REPO)).keys()].filter(ref => ref !== 'refs/heads/main');
  const [runs] = await sql<{ n: number }>(world, 'select count(*)::int as n from runs');
  return { runs: runs?.n ?? 0, folders: folders.flat(), refs };
}

/** Jobs of agents and checks a run ever had, by their folders. */
export async function jobs({ world }: Scene, run: string): Promise<string[]> {
  return (await readdir(join(world.settings.dataDir, 'runs', run, 'jobs')).catch(() => [])).sort();
}
