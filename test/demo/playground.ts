// A temporary folder to play demos in, and a look at whether they took everything away again.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import type { ExitCode } from '../../src/record.ts';
import { withoutWalls } from '../world/walls.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const MAIN = join(ROOT, 'dist/demo/main.js');

export type Playground = Awaited<ReturnType<typeof openPlayground>>;

export async function openPlayground() {
  const dir = await mkdtemp(join(tmpdir(), 'demo-test-'));
  await chmod(dir, 0o711);
  // Somebody's own agent never goes without walls by itself.
  const walls = (await withoutWalls()) === undefined ? {} : { ULTRALOOP_SANDBOX: 'unsafe-none' };
  return {
    dir,
    demo: (...words: string[]) =>
      execa(process.execPath, [MAIN, ...words], { env: { TMPDIR: dir, NO_COLOR: '1', ...walls }, reject: false }),
    /** Files and processes that are still there; everything of a demo has its folder in its command line. */
    async leftovers(): Promise<string[]> {
      const { stdout } = await execa('ps', ['-A', '-ww', '-o', 'args=']);
      return [...stdout.split('\n').filter(line => line.includes(dir)), ...(await readdir(dir))];
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

/** What `--json` prints of a run that reached its goal. */
export function numbers(
  { exit, iterations, comments }: { exit: ExitCode; iterations: number; comments: number },
  calls = 8,
) {
  return z.strictObject({
    exit: z.literal(exit),
    iterations: z.literal(iterations),
    prState: z.literal('ready'),
    comments: z.literal(comments),
    reviewRequests: z.literal(1),
    restCalls: z.int().positive(),
    graphqlCalls: z.int().positive(),
    // How often progress is shown depends on how long an iteration takes; a storm of calls would be far above this.
    restCallsPerIteration: z.number().min(1).max(calls),
    contractViolations: z.literal(0),
    repeatedSteps: z.literal(0),
    seconds: z.number().positive(),
    agentSeconds: z.number().positive(),
  });
}
