// Which run a pull request belongs to: by its branch, and only when that branch is in this very repository.
import * as z from 'zod';
import { HERE, head, id, url } from './fields.ts';
import { issueOfBranch } from './run-branch.ts';

export const PULL = HERE.extend({
  pull_request: z.object({ number: id, html_url: url, merged: z.boolean().catch(false), head }),
});

export interface PullPlace {
  pull: number;
  issue: number;
  branch: string;
  url: string;
}

/** The place, or why it is none of the app's. A fork's branch can have any name, also a run's. */
export function pullPlace({ pull_request, repository }: z.infer<typeof PULL>): PullPlace | string {
  const { number, html_url: url, head: from } = pull_request;
  if (from.repo?.id !== repository.id) return 'a pull request from a fork';
  const issue = issueOfBranch(from.ref);
  return issue === undefined ? 'not a pull request of a run' : { pull: number, issue, branch: from.ref, url };
}
