// A real run's workspace and the scripted agent of the protocol, as a process behind walls where they hold.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AgentConfig } from '../../src/agents.ts';
import { prepareDataDir } from '../../src/database/data-dir.ts';
import { packageRoot } from '../../src/package-root.ts';
import { type AgentOptions, makeAgent } from '../../src/runner/agent.ts';
import { scanProcesses } from '../../src/runner/process-table.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { chooseSandbox } from '../../src/runner/sandbox/choose.ts';
import { unsafeNone } from '../../src/runner/sandbox/sandbox.ts';
import { openWorkspace } from '../../src/runner/workspace.ts';
import type { AgentActivity, AgentJob, AgentTurn } from '../../src/tools.ts';
import type { AcpScript } from '../agents/acp-scripted.ts';
import { withoutWalls } from '../world/walls.ts';
import { BRANCH, makeOrigin, message, SEAL } from './places.ts';

export interface AcpRoom {
  run: string;
  data: string;
  worktree: string;
  folder: string;
  activities: AgentActivity[];
  changed(): Promise<string[]>;
  /** Plays the script; afterwards nothing of it may run any more. */
  play(script: AcpScript, more?: Play): Promise<AgentTurn>;
}
interface Play {
  job?: Partial<AgentJob>;
  config?: Partial<AgentConfig>;
  options?: Partial<AgentOptions>;
}

const PROGRAM = join(packageRoot(), 'dist/test/agents/acp-scripted.js');
/** What it is made of lies outside of its folder. */
const PARTS = ['dist', 'node_modules', 'package.json'].map(name => join(packageRoot(), name));

let rooms = 0;

export async function openAcpRoom(): Promise<AcpRoom> {
  // Marks its processes on this machine as those of this room.
  const run = `acp-${process.pid}-${rooms++}`;
  const origin = makeOrigin();
  await openToAgents(origin.root);
  const data = join(origin.root, 'data');
  await prepareDataDir(data);
  const walled = (await withoutWalls()) === undefined;
  const { sandbox } = walled
    ? await chooseSandbox({ word: 'bubblewrap', data, readable: PARTS })
    : { sandbox: unsafeNone };
  const workspace = openWorkspace({
    ...{ data, repoId: '42', run, branch: BRANCH, base: origin.base, account: sandbox.account },
    remote: { url: origin.url, local: true },
    author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
    seal: SEAL,
  });
  await workspace.start(message(0, run));
  const { tree } = await workspace.prepare();
  const scriptFile = join(origin.root, 'script.json');
  const activities: AgentActivity[] = [];
  return {
    ...{ run, data, worktree: workspace.path, activities },
    folder: join(data, `runs/${run}/jobs/${run}.execute-implementer`),
    changed: async () => (await workspace.snapshot(tree)).files.map(({ path }) => path),
    async play(script, { job, config, options } = {}) {
      writeFileSync(scriptFile, JSON.stringify(script), { mode: 0o644 });
      activities.length = 0;
      const agent: AgentConfig = {
        ...{ name: 'scripted', title: 'Scripted', drive: 'acp', command: [process.execPath, PROGRAM, scriptFile] },
        ...{ env: {}, pass: [], services: [], files: {}, usageScope: 'turn', models: {}, hosts: [], ...config },
      };
      const turn = await makeAgent({
        ...{ run, data, workspace, sandbox, agents: () => agent },
        onActivity: (_, activity) => activities.push(activity),
        ...options,
      }).run({
        ...{ stage: 'execute', role: 'implementer', from: tree, readOnly: false, timeoutMin: 2, idleMin: 2 },
        brief: [{ heading: 'Task', text: 'Write two.', trust: 'data' }],
        ...job,
      });
      expect(scanProcesses().filter(({ mark }) => mark?.startsWith(`${run}.`))).toEqual([]);
      return turn;
    },
  };
}

export const said = ({ log }: AgentTurn): string => log.head + log.tail;
