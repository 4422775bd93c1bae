// Runs a repository's setup where it is due: inside the sandbox, with a way out to the hosts that repository and operator agree on.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SetUp, ShellResult } from '../tools.ts';
import { textLog } from './capture.ts';
import { letThrough } from './sandbox/ownership.ts';
import { openSetupGate, type SetupGate } from './sandbox/setup-gate.ts';
import type { SetupJob } from './setup-memory.ts';
import { jobId, makeShell, type ShellOptions } from './shell.ts';
import type { Workspace } from './workspace.ts';

export interface SetupOptions extends ShellOptions {
  /** The app's data folder, and in it this run's. */
  data: string;
  runFolder: string;
  workspace: Pick<Workspace, 'setups' | 'touch' | 'restore'>;
  /** `host:port` that setups may reach here, whatever a repository asks for. */
  allowed: readonly string[];
}

/** The worktree holds the tree before it and after it; what git ignores stays. Where it is done already nothing is touched. */
export async function runSetup(options: SetupOptions, job: SetupJob): Promise<ShellResult> {
  const { workspace } = options;
  if (await workspace.setups.isDone(job)) return SKIPPED;
  await workspace.setups.forget(job);
  // What a command before this one wrote is swept; then what this one writes is not known.
  workspace.touch();
  await workspace.restore(job.from);
  workspace.touch();
  const gate = await gateOf(options, job);
  const shell = makeShell({ ...options, ...(gate && { gate: gate.folder }) });
  const result = await shell.run(job).finally(() => gate?.close());
  const swept = result.over?.kind === 'disk' ? [] : await workspace.setups.strays();
  if (result.exitCode === 0) await workspace.setups.remember(job);
  const setup: SetUp = { skipped: false, reached: gate?.reached() ?? [], refused: gate?.refused() ?? [], swept };
  // What is full is swept by whoever started it.
  if (result.over?.kind !== 'disk') await workspace.restore(job.from);
  return { ...result, setup };
}

const SKIPPED: ShellResult = {
  ...{ exitCode: 0, timedOut: false, cancelled: false, leftovers: 0, ms: 0, log: textLog('') },
  setup: { skipped: true, reached: [], refused: [], swept: [] },
};

/** Without walls there is nothing to lead out of. The operator may have changed the list since the run began. */
async function gateOf(options: SetupOptions, { name, setup }: SetupJob): Promise<SetupGate | undefined> {
  const { sandbox, run, data, runFolder, allowed } = options;
  const { name: walls, account } = sandbox;
  const hosts = setup.hosts.filter(host => allowed.includes(host));
  if (walls === 'none' || hosts.length === 0) return undefined;
  const jobs = join(runFolder, 'jobs');
  await mkdir(jobs, { recursive: true, mode: 0o700 });
  if (account) await letThrough(data, jobs, account);
  return openSetupGate({ folder: join(jobs, `${jobId(run, name)}.gate`), hosts, account });
}
