// `repository.renamed`, `repository.transferred`: same id, other address. Runs go on under the new one.
import * as z from 'zod';
import { HERE } from './fields.ts';
import { heard } from './heard.ts';
import { fromAnyone, here } from './listen.ts';

const login = z.object({ login: z.string() });
const RENAMED = HERE.extend({
  changes: z.object({
    repository: z.object({ name: z.object({ from: z.string() }) }).optional(),
    owner: z.object({ from: z.object({ user: login.nullish(), organization: login.nullish() }) }).optional(),
  }),
});

export const toRenamed = fromAnyone(RENAMED, (event, delivery) => {
  const base = here(event, delivery);
  const { repository, owner } = event.changes;
  const before = owner?.from.organization ?? owner?.from.user;
  const from = { owner: before?.login ?? base.repo.owner, name: repository?.name.from ?? base.repo.name };
  return heard({ ...base, kind: 'renamed', from });
});
