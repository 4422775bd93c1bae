// The check run `ultraloop` on the run's head commit (K7).
import type { Client } from './client.ts';
import type { Place } from './comments.ts';

export interface CheckView {
  title: string;
  summary: string;
}
export type Conclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required' | 'timed_out';

const ACTIONS = [
  { label: 'Continue', identifier: 'continue', description: 'Go on at once' },
  { label: 'Finish', identifier: 'finish', description: 'Wrap up, keep what works' },
  { label: 'Abort', identifier: 'abort', description: 'Stop here' },
];

/** A new check run on a commit. A second one with the same name replaces the first on GitHub’s pages, so repeating is harmless. */
export async function createCheck(
  client: Client,
  place: Place & { run: string; head: string },
  view: CheckView,
): Promise<number> {
  const octokit = await client.of(place.installation);
  const { data } = await octokit.rest.checks.create({
    owner: place.owner,
    repo: place.repo,
    name: 'ultraloop',
    head_sha: place.head,
    external_id: place.run,
    status: 'in_progress',
    output: view,
    actions: ACTIONS,
  });
  return data.id;
}

/** New text for a check run, and its conclusion when the run is over or parked. */
export async function updateCheck(
  client: Client,
  place: Place & { checkRun: number },
  view: CheckView & { conclusion?: Conclusion },
): Promise<void> {
  const octokit = await client.of(place.installation);
  const { conclusion, ...output } = view;
  await octokit.rest.checks.update({
    owner: place.owner,
    repo: place.repo,
    check_run_id: place.checkRun,
    output,
    ...(conclusion ? { status: 'completed', conclusion } : { status: 'in_progress' }),
    actions: ACTIONS,
  });
}
