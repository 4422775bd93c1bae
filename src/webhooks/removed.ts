// The app lost its access: uninstalled, suspended, or repositories taken away, deleted or archived. A fact, whoever caused it.
import * as z from 'zod';
import { HERE, id, SENT } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromAnyone, here, sent } from './listen.ts';

const SOME = SENT.extend({ repositories_removed: z.array(z.object({ id })) });

export const toRemoved = {
  installation: fromAnyone(SENT, (event, delivery) =>
    heard({ ...sent(event, delivery), kind: 'removed', repos: 'all' }),
  ),
  repositories: fromAnyone(SOME, (event, delivery) => {
    const repos = event.repositories_removed.map(repo => repo.id);
    if (repos.length === 0) return ignored('no repository was removed');
    return heard({ ...sent(event, delivery), kind: 'removed', repos });
  }),
  repository: fromAnyone(HERE, (event, delivery) => {
    const { delivery: guid, installation, actor, at, repo } = here(event, delivery);
    return heard({ delivery: guid, installation, actor, at, kind: 'removed', repos: [repo.id] });
  }),
};
