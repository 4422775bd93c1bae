// Who put a label of the app on an issue and when, and whether the issue still says what it said then (SEC-21).
import type { Octokit } from './client.ts';

export interface Labeling {
  label: string;
  actor: { id: number; login: string; type: string };
  at: string;
  event: number;
  /** Title or text were edited at that time or later: what was labelled is not what is there now. */
  edited: boolean;
}
interface Issue {
  owner: string;
  repo: string;
  issue_number: number;
}

/** Of the newest labelling; only the permission of whoever did it counts. Undefined when nobody is known to have. */
export async function labeling(
  octokit: Octokit,
  issue: Issue,
  isOurs: (label: string) => boolean,
): Promise<Labeling | undefined> {
  const events = await octokit.paginate(octokit.rest.issues.listEvents, { ...issue, per_page: 100 });
  const index = events.findLastIndex(one => one.event === 'labeled' && isOurs(labelName(one)));
  const event = events[index];
  if (!event?.actor) return undefined;
  const { id, login, type } = event.actor;
  const renamed = events.slice(index).some(one => one.event === 'renamed');
  const edited = renamed || (await lastEdit(octokit, issue)) >= event.created_at;
  return { label: labelName(event), actor: { id, login, type }, at: event.created_at, event: event.id, edited };
}

/** ISO time; empty when the text is as it was written. */
async function lastEdit(octokit: Octokit, { owner, repo, issue_number: number }: Issue): Promise<string> {
  const { repository } = await octokit.graphql<{ repository: { issue: { lastEditedAt: string | null } | null } }>(
    `query($owner: String!, $repo: String!, $number: Int!) {
      repository(owner: $owner, name: $repo) { issue(number: $number) { lastEditedAt } } }`,
    { owner, repo, number },
  );
  return repository.issue?.lastEditedAt ?? '';
}

/** Of an event's or an issue's own list: GitHub writes labels in several ways. */
export function labelName(thing: object): string {
  const { label } = thing as { label?: unknown };
  if (typeof label === 'string') return label;
  return (label as { name?: string | null } | undefined)?.name ?? '';
}
