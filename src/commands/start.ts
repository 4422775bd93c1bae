// Starts a run: claims the issue and stores what it was asked. The first turn does the rest.
import { createHash } from 'node:crypto';
import type { Over } from '../store/quota.ts';
import type { NewRun, Run } from '../store/run-row.ts';
import type { Start } from './command.ts';
import type { CommandDeps } from './deps.ts';
import type { Outcome } from './outcome.ts';
import { isFound } from './word-id.ts';

export async function start({ store, perDay }: CommandDeps, command: Start): Promise<Outcome> {
  const loop = command.loop ?? 'default';
  const { repo } = command;
  const htmlUrl = repo.cloneUrl.replace(/\.git$/, '');
  const wanted: NewRun = {
    id: runId(command.delivery),
    repoId: repo.id,
    owner: repo.owner,
    repo: repo.name,
    installation: command.installation,
    issue: command.issue,
    loop,
    request: {
      delivery: command.delivery,
      title: command.title,
      body: command.body,
      startedBy: command.actor.login,
      cloneUrl: repo.cloneUrl,
      htmlUrl,
      defaultBranch: repo.defaultBranch,
      ...(command.target !== undefined && { target: command.target }),
      ...(command.maxIterations !== undefined && { maxIterations: command.maxIterations }),
    },
  };
  const claim = await store.runs.start(wanted, perDay);
  if ('over' in claim) return overBudget(command, claim.over);
  const { started, run } = claim;
  if (started) return { done: `started ${run.id}` };
  if (isSameLabel(command, run)) return { silent: 'this label has started its run already' };
  // Somebody changed their mind twice: the issue is free in a moment, and this command is tried again until it is.
  if (run.isEnding) throw new Error(`run ${run.id} is just ending, the next one begins after it`);
  const url = run.places.pull === undefined ? `${htmlUrl}/issues/${run.issue}` : `${htmlUrl}/pull/${run.places.pull}`;
  return { refused: { kind: 'already-running', url } };
}

function overBudget({ actor, repo }: Start, { whose, spent, limit }: Over): Outcome {
  const name = whose === 'person' ? actor.login : `${repo.owner}/${repo.name}`;
  return { refused: { kind: 'over-budget', whose: name, spent: `${spent}`, limit: `${limit} runs` } };
}

/** A label heard twice, by webhook and by looking: not somebody who wants a second run. */
function isSameLabel({ delivery, at, commentId }: Start, run: Run): boolean {
  if (commentId !== undefined) return false;
  if (isFound(delivery)) return true;
  return isFound(run.request.delivery) && Math.abs(Date.parse(at) - run.createdAt.getTime()) < 60_000;
}

/** The same delivery always names the same run, so that handling it twice starts one. */
function runId(delivery: string): string {
  return createHash('sha256').update(delivery).digest('hex').slice(0, 8);
}
