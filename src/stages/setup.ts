// Installs what agent and checks need, before the agent works and again when it changed what is to be installed.
import { fingerprint } from '../brakes/fingerprint.ts';
import { covers } from '../config/globs.ts';
import { Failure } from '../failures.ts';
import type { Change, CheckResult } from '../record.ts';
import type { SetupStep } from '../spec.ts';
import type { ShellResult } from '../tools.ts';
import type { Cycle } from './cycle.ts';

/** At the beginning of an iteration. A setup that fails on the repository's own files fails the iteration. */
export async function setUp(cycle: Cycle): Promise<void> {
  const failed = await install(cycle);
  if (failed === undefined || (await isOurDoing(cycle))) return;
  const hint = failed.hosts.length === 0 ? '; it may reach no host, none is named under `hosts:`' : '';
  throw new Failure('setup-failed', `\`${failed.result.command}\`: ${how(failed.result)}${hint}`, {
    log: failed.result.log,
  });
}

/** Before a check: what it would run without, as the check's own result. undefined = all is there. */
export async function unready(cycle: Cycle): Promise<CheckResult | undefined> {
  const { setup = [] } = cycle.spec;
  if (setup.length === 0) return undefined;
  const done = cycle.setUp;
  if (done === undefined) return (await install(cycle))?.result;
  if (done.tree === cycle.tree) return done.failed;
  const change = await cycle.tools.git.compare(done.tree, cycle.tree);
  if (touches(change, setup)) return (await install(cycle))?.result;
  cycle.setUp = { ...done, tree: cycle.tree };
  return done.failed;
}

interface Failed {
  result: CheckResult;
  hosts: readonly string[];
}

/** The runner knows which of them are done already. The first that fails ends it: later ones stand on it. */
async function install(cycle: Cycle): Promise<Failed | undefined> {
  const { setup = [], limits } = cycle.spec;
  if (setup.length === 0) return undefined;
  cycle.setUp = { tree: cycle.tree };
  for (const [n, { command, hosts, when }] of setup.entries()) {
    const name = `setup ${n + 1}`;
    const job = { name, command, timeoutMin: limits.check_timeout_min, from: cycle.tree, setup: { hosts, when } };
    const done = await cycle.tools.shell.run(job);
    if (done.setup?.skipped) continue;
    tell(cycle, command, done);
    if (done.exitCode === 0 || done.cancelled) continue;
    const { exitCode, timedOut, ms, log } = done;
    const result = { command, ok: false, exitCode, timedOut, ms, log, fingerprint: fingerprint(name, exitCode, log) };
    cycle.setUp = { tree: cycle.tree, failed: result };
    return { result, hosts };
  }
  return undefined;
}

function tell({ draft }: Cycle, command: string, { exitCode, timedOut, cancelled, ms, over, setup }: ShellResult) {
  const killed = timedOut || cancelled;
  draft.spend.push({ stage: 'setup', role: command, ms, killed });
  const { reached = [], refused = [], swept = [] } = setup ?? {};
  const parts = [
    cancelled ? 'stopped by a person' : how({ exitCode, timedOut, ms }),
    ...(reached.length > 0 ? [`reached ${reached.map(shown).join(', ')}`] : []),
    ...(refused.length > 0 ? [`was refused ${refused.map(shown).join(', ')}`] : []),
  ];
  draft.steps.push({ stage: 'setup', by: command, result: parts.join('; '), state: exitCode === 0 ? 'ok' : 'bad' });
  if (over) draft.notes.push(`The setup \`${command}\` was stopped: ${over.why}.`);
  if (swept.length > 0)
    draft.notes.push(
      `The setup \`${command}\` left files that git does not ignore; they were removed: ${swept.join(', ')}`,
    );
}

function how({ exitCode, timedOut, ms }: Pick<CheckResult, 'exitCode' | 'timedOut' | 'ms'>): string {
  const seconds = `${Math.round(ms / 1000)} s`;
  if (timedOut) return `ran into its time limit after ${seconds}`;
  return exitCode === 0 ? `done in ${seconds}` : `exit code ${exitCode ?? 'none'} after ${seconds}`;
}

const shown = (host: string): string => host.replace(/:443$/, '');

/** The branch says otherwise what is to be installed: then it is for the agent to mend, who is told by the checks. */
async function isOurDoing({ spec, tools, tree }: Cycle): Promise<boolean> {
  return touches(await tools.git.compare(spec.base, tree), spec.setup ?? []);
}

function touches({ files }: Change, setup: readonly SetupStep[]): boolean {
  const decides = covers(setup.flatMap(({ when }) => when));
  return files.some(({ path }) => decides(path));
}
