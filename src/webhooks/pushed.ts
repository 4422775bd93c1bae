// `push`: somebody other than the app moved a run's branch (K10). Also a bot's push counts: nobody's commits are overwritten.
import * as z from 'zod';
import { HERE, sha } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromAnyone, here } from './listen.ts';
import { issueOfBranch } from './run-branch.ts';

const PUSHED = HERE.extend({
  ref: z.string(),
  before: sha,
  after: sha,
  forced: z.boolean().catch(false),
  compare: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
});

const HEADS = 'refs/heads/';

export const toPushed = fromAnyone(PUSHED, (event, delivery) => {
  const { ref, before, after, forced, compare } = event;
  if (!ref.startsWith(HEADS)) return ignored('not a branch');
  const branch = ref.slice(HEADS.length);
  const issue = issueOfBranch(branch);
  if (issue === undefined) return ignored('not a branch of a run');
  return heard({
    ...here(event, delivery),
    ...{ kind: 'push', branch, issue, sha: after, before, forced, deleted: /^0+$/.test(after) },
    ...(compare && { url: compare }),
  });
});
