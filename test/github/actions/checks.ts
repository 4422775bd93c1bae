// Check runs: an app reports, and a person clicks the app's buttons.
import { readRefs } from '../git/refs.ts';
import { emit } from '../hooks/emit.ts';
import { type Actor, type Hub, now } from '../hub.ts';
import { checkRunEvent } from '../shapes/check.ts';
import type { App, CheckAction, CheckOutput, CheckRun, CheckSuite, Repo } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { record } from './threads.ts';

export interface CheckInput {
  name?: string | undefined;
  externalId?: string | undefined;
  detailsUrl?: string | undefined;
  status?: string | undefined;
  conclusion?: string | undefined;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
  output?: Partial<CheckOutput> | undefined;
  actions?: CheckAction[] | undefined;
}

async function suiteFor(hub: Hub, repo: Repo, app: App, sha: string): Promise<CheckSuite> {
  const present = repo.checkSuites.find(suite => suite.app === app && suite.headSha === sha);
  if (present) return present;
  const refs = [...(await readRefs(repo.gitDir))];
  const branch = refs.find(([name, at]) => at === sha && name.startsWith('refs/heads/'))?.[0];
  const id = hub.state.nextId('checkSuite');
  const at = now();
  const headBranch = branch?.replace('refs/heads/', '') ?? null;
  const suite = { id, nodeId: nodeId('CS', id), app, headSha: sha, headBranch, createdAt: at, updatedAt: at };
  repo.checkSuites.push(suite);
  return suite;
}

export async function createCheck(
  hub: Hub,
  repo: Repo,
  actor: Actor & { app: App },
  sha: string,
  input: CheckInput,
): Promise<CheckRun> {
  const suite = await suiteFor(hub, repo, actor.app, sha);
  const id = hub.state.nextId('checkRun');
  const run: CheckRun = {
    id,
    nodeId: nodeId('CR', id),
    suite,
    name: input.name ?? 'check',
    headSha: sha,
    externalId: '',
    detailsUrl: null,
    status: 'queued',
    conclusion: null,
    startedAt: now(),
    completedAt: null,
    output: { title: null, summary: null, text: null, annotations: [] },
    actions: [],
  };
  apply(run, input);
  repo.checkRuns.set(id, run);
  announce(hub, repo, actor, run, 'created');
  if (run.status === 'completed') announce(hub, repo, actor, run, 'completed');
  return run;
}

export function updateCheck(hub: Hub, repo: Repo, actor: Actor, run: CheckRun, input: CheckInput): void {
  const before = run.status;
  apply(run, input);
  if (run.status === 'completed' && before !== 'completed') announce(hub, repo, actor, run, 'completed');
}

// A conclusion alone completes a run; annotations add up, and so does nothing else.
function apply(run: CheckRun, input: CheckInput): void {
  run.name = input.name ?? run.name;
  run.externalId = input.externalId ?? run.externalId;
  run.detailsUrl = input.detailsUrl ?? run.detailsUrl;
  run.startedAt = input.startedAt ?? run.startedAt;
  run.actions = input.actions ?? run.actions;
  if (input.output) {
    const annotations = [...run.output.annotations, ...(input.output.annotations ?? [])];
    run.output = { ...run.output, ...input.output, annotations };
  }
  run.status = input.status ?? (input.conclusion === undefined ? run.status : 'completed');
  const done = run.status === 'completed';
  run.conclusion = done ? (input.conclusion ?? run.conclusion) : null;
  run.completedAt = done ? (input.completedAt ?? run.completedAt ?? now()) : null;
}

function announce(hub: Hub, repo: Repo, actor: Actor, run: CheckRun, action: string): void {
  emit(hub, { repo, actor, event: 'check_run', action, body: { check_run: checkRunEvent(hub, repo, run) } });
  const words = action === 'completed' ? `${run.name}: ${run.conclusion}` : `${run.name}: ${run.status}`;
  for (const thread of repo.threads.values()) {
    if (thread.pull?.headSha === run.headSha) record(thread, actor, 'check_run', words, { id: run.id });
  }
}

// Sent to the app that owns the run, subscribed or not.
export function clickAction(hub: Hub, repo: Repo, actor: Actor, run: CheckRun, identifier: string): void {
  if (!run.actions.some(action => action.identifier === identifier)) {
    const names = run.actions.map(action => action.identifier).join(', ');
    throw new Error(`check run ${run.name} has no action "${identifier}" (it has: ${names})`);
  }
  const body = { check_run: checkRunEvent(hub, repo, run), requested_action: { identifier } };
  emit(hub, { repo, actor, event: 'check_run', action: 'requested_action', body, only: run.suite.app });
}

export function rerequest(hub: Hub, repo: Repo, actor: Actor, run: CheckRun): void {
  const body = { check_run: checkRunEvent(hub, repo, run) };
  emit(hub, { repo, actor, event: 'check_run', action: 'rerequested', body, only: run.suite.app });
}
