// Every route the simulator serves.
import { appRoutes } from './app-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { labelRoutes } from './label-routes.ts';
import { repoRoutes } from './repo-routes.ts';
import type { Route } from './route.ts';

export const routes: Route[] = [...appRoutes, ...repoRoutes, ...issueRoutes, ...labelRoutes, ...commentRoutes];
