// `check_run.requested_action`: a person pressed Continue, Abort or Finish on the check run (K7).
import * as z from 'zod';
import { HERE, head, id, sha, url } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromPeople, here, isSelf } from './listen.ts';
import { issueOfBranch } from './run-branch.ts';

const PRESSED = HERE.extend({
  requested_action: z.object({ identifier: z.enum(['continue', 'abort', 'finish']) }),
  check_run: z.object({
    name: z.literal('ultraloop'),
    head_sha: sha,
    external_id: z.string().max(100).nullish(),
    html_url: url.nullish().catch(undefined),
    app: z.object({ slug: z.string() }).nullish(),
    check_suite: z.object({ head_branch: z.string().nullable() }),
    pull_requests: z.array(z.object({ number: id, head })).catch([]),
  }),
});

export const toButton = fromPeople(PRESSED, (event, delivery) => {
  const { check_run: run, requested_action: action, repository } = event;
  if (run.app && !isSelf(`${run.app.slug}[bot]`, delivery)) return ignored('another app’s check run');
  const branch = run.check_suite.head_branch ?? '';
  const issue = issueOfBranch(branch);
  if (issue === undefined) return ignored('not on a branch of a run');
  const pulls = run.pull_requests.filter(({ head: from }) => from.ref === branch);
  if (pulls.some(({ head: from }) => from.repo?.id !== repository.id)) return ignored('a pull request from a fork');
  const [pull] = pulls;
  return heard({
    ...here(event, delivery),
    ...{ kind: 'button', button: action.identifier, branch, issue, sha: run.head_sha },
    ...(pull && { pull: pull.number }),
    ...(run.external_id && { run: run.external_id }),
    ...(run.html_url && { url: run.html_url }),
  });
});
