// Every route the simulator serves.
import { appRoutes } from './app-routes.ts';
import { checkRoutes } from './check-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { commitRoutes } from './commit-routes.ts';
import { contentRoutes } from './content-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { gitRoutes } from './git-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { labelRoutes } from './label-routes.ts';
import { pullRoutes } from './pull-routes.ts';
import { refRoutes } from './ref-routes.ts';
import { repoRoutes } from './repo-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import type { Route } from './route.ts';
import { statusRoutes } from './status-routes.ts';

export const routes: Route[] = [
  ...appRoutes,
  ...repoRoutes,
  ...contentRoutes,
  ...commitRoutes,
  ...gitRoutes,
  ...refRoutes,
  ...issueRoutes,
  ...labelRoutes,
  ...eventRoutes,
  ...commentRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...checkRoutes,
  ...statusRoutes,
];
