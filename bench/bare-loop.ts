// The bare equivalent of an iteration: a shell loop that fetches, runs the agent and the check, adds, commits and pushes.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { CHECK, type LoopWorld } from './loop-world.ts';
import { OWNER } from './simulator-names.ts';

// Prints one line per iteration: microseconds of the whole, of the agent, and of the check.
const LOOP = `set -eu
us() { t=\${EPOCHREALTIME/[.,]/}; }
for ((i = 0; i < $1; i++)); do
  us; t0=$t
  git fetch -q origin
  us; t1=$t
  /bin/sh "$2"
  us; t2=$t
  /bin/sh -c "$3" || true
  us; t3=$t
  git add -A
  git commit -q -m "iteration $i"
  git push -q origin bare
  us; echo $((t - t0)) $((t2 - t1)) $((t3 - t2))
done
`;

export interface BareIteration {
  ms: number;
  agentMs: number;
  checkMs: number;
}
export interface BareLoop {
  run(iterations: number): Promise<BareIteration[]>;
  close(): Promise<void>;
}

/**
 * A clone of the same repository, the credential in a header as ours has it, on a branch with a draft pull request as ours
 * has one: a push costs the simulator the same.
 */
export async function openBareLoop({ dir, simulator, agentFile, token }: LoopWorld): Promise<BareLoop> {
  const clone = await mkdtemp(join(dir, 'bare-'));
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@example.com',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@example.com',
  };
  const git = (...args: string[]) => execa('git', args, { cwd: clone, env, extendEnv: false });
  await git('clone', '-q', `${simulator.url}/${OWNER}/work.git`, '.');
  await git('config', 'http.extraHeader', `Authorization: Basic ${basic}`);
  await git('checkout', '-q', '-b', 'bare');
  await git('commit', '-q', '--allow-empty', '-m', 'begin');
  await git('push', '-q', 'origin', 'bare');
  await simulator.ask('draft', 'work', 'bare');
  return {
    async run(iterations) {
      const args = ['-c', LOOP, 'loop', String(iterations), agentFile, CHECK];
      const { stdout } = await execa('bash', args, { cwd: clone, env, extendEnv: false });
      return stdout.split('\n').map(line => {
        const [ms = 0, agentMs = 0, checkMs = 0] = line.split(' ').map(us => Number(us) / 1000);
        return { ms, agentMs, checkMs };
      });
    },
    close: () => rm(clone, { recursive: true, force: true }),
  };
}
