// A real run's workspace inside real walls, and what is outside of them to be looked at.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataDir } from '../../../src/database/data-dir.ts';
import { cleanEnv } from '../../../src/runner/environment.ts';
import { type Command, type Ended, runProcess } from '../../../src/runner/process.ts';
import { openToAgents } from '../../../src/runner/sandbox/account.ts';
import { type Choice, chooseSandbox } from '../../../src/runner/sandbox/choose.ts';
import type { Quota } from '../../../src/runner/sandbox/limited.ts';
import type { Walls } from '../../../src/runner/sandbox/sandbox.ts';
import { openWorkspace, type Workspace } from '../../../src/runner/workspace.ts';
import { BRANCH, makeOrigin, message, SEAL } from '../places.ts';

export interface Room {
  data: string;
  workspace: Workspace;
  tree: string;
  choice: Choice;
  /** A file beside the worktree that nobody may see. */
  secret: string;
  walls: Walls;
  /** Runs a command of the shell inside. */
  inside(command: string, more?: Partial<Command> & { walls?: Partial<Walls> }): Promise<Ended & { said: string }>;
}

let rooms = 0;

export async function openRoom(files?: Record<string, string> | string, quota?: Partial<Quota>): Promise<Room> {
  const origin = makeOrigin(files);
  await openToAgents(origin.root);
  const data = join(origin.root, 'data');
  await prepareDataDir(data);
  const choice = await chooseSandbox({ word: 'bubblewrap', data, readable: [], quota });
  const { account } = choice.sandbox;
  const workspace = openWorkspace({
    ...{ data, repoId: '42', run: 'r1', branch: BRANCH, base: origin.base, account },
    remote: { url: origin.url, local: true },
    author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
    seal: SEAL,
  });
  await workspace.start(message(0));
  const { tree } = await workspace.prepare();
  const secret = join(data, 'secret.txt');
  writeFileSync(secret, 'the-operators-secret', { mode: 0o644 });
  const walls: Walls = { worktree: workspace.path, readOnlyDirs: [workspace.mirrorDir], writableDirs: [] };
  return {
    ...{ data, workspace, tree, choice, secret, walls },
    async inside(command, { walls: other, ...more } = {}) {
      const wrapped = choice.sandbox.wrap(['/bin/sh', '-c', command], { ...walls, ...other });
      const ended = await runProcess({
        ...{
          argv: wrapped.argv,
          account: wrapped.account,
          limits: wrapped.limits,
          cwd: workspace.path,
          env: { ...cleanEnv([]), ...wrapped.env },
        },
        ...{ job: `room-${process.pid}-${rooms++}`, run: 'r1', timeoutMs: 60_000 },
        ...more,
      });
      return { ...ended, said: ended.log.head + ended.log.tail };
    },
  };
}
