// The one object every part of the simulator is given: the tables, the clock, and where things are.

import type { FaultBox } from './faults.ts';
import type { Deliveries } from './hooks/deliveries.ts';
import type { Counters, Rate } from './rest/limits.ts';
import type { Exchange } from './rest/serve.ts';
import type { Account, App, Repo } from './state/model.ts';
import type { State } from './state/state.ts';

export interface Hub {
  state: State;
  dir: string;
  url: string;
  apiUrl: string;
  ghost: Account; // who an anonymous visitor is
  deliveries: Deliveries;
  counters: Counters;
  faults: FaultBox;
  rate(spend?: boolean): Rate;
  onExchange(exchange: Exchange): void;
  onError(error: unknown): void;
}

// Who does something. `app` is set when an installation token was used.
export interface Actor {
  account: Account;
  app: App | null;
}

// GitHub's times have whole seconds.
export const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

export const repoApi = (hub: Hub, repo: Repo): string => `${hub.apiUrl}/repos/${repo.owner.login}/${repo.name}`;
export const repoHtml = (hub: Hub, repo: Repo): string => `${hub.url}/${repo.owner.login}/${repo.name}`;
