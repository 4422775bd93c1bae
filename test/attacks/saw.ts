// What an agent could see where it stood: it writes that into its job's folder, the one place beside the worktree that is its own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scene } from './scene.ts';

/** In front of commands of the shell: all they print is what the agent saw. */
export const LOOKING = 'exec > "$(dirname "$ULTRALOOP_RESULT_FILE")/seen.txt" 2>&1; echo looked';

/** Of the last turn of a job. Throws where it did not look: then there would be nothing to find. */
export async function saw({ world }: Scene, run: string, job = 'execute-implementer'): Promise<string> {
  const seen = await readFile(join(jobFolder(world.settings.dataDir, run, job), 'seen.txt'), 'utf8');
  if (!seen.startsWith('looked\n')) throw new Error(`${job} did not look`);
  return seen.slice('looked\n'.length);
}

export const jobFolder = (data: string, run: string, job: string): string =>
  join(data, 'runs', run, 'jobs', `${run}.${job}`);
