// Tells every app that hears an event, each with its own installation in the payload.
import type { Actor, Hub } from '../hub.ts';
import { type Json, simpleUser } from '../shapes/account.ts';
import { organizationOf, repository } from '../shapes/repo.ts';
import type { App, Repo } from '../state/model.ts';

export interface RepoEvent {
  repo: Repo;
  actor: Actor;
  event: string;
  action: string | null;
  body: Json;
  only?: App; // some check events go to the app that owns the check alone
}

// An app hears an event only when it may read what the event is about.
const NEEDS: Record<string, string[]> = {
  issues: ['issues'],
  issue_comment: ['issues', 'pull_requests'],
  label: ['metadata'],
  pull_request: ['pull_requests'],
  pull_request_review: ['pull_requests'],
  pull_request_review_comment: ['pull_requests'],
  push: ['contents'],
  create: ['contents'],
  delete: ['contents'],
  check_run: ['checks'],
  check_suite: ['checks'],
  status: ['statuses'],
};

export function emit(hub: Hub, input: RepoEvent): void {
  const { repo, actor, event, action, body } = input;
  for (const installation of hub.state.installations.values()) {
    const { app } = installation;
    if (!installation.repos.has(repo) || (input.only && input.only !== app)) continue;
    // The three check actions below are sent without a subscription, to the app that owns the check.
    if (!app.events.includes(event) && !(input.only && event === 'check_run')) continue;
    const needs = NEEDS[event];
    if (needs && !needs.some(name => name in installation.permissions)) continue;
    const payload = {
      ...(action === null ? {} : { action }),
      ...body,
      repository: eventRepository(hub, repo, event),
      ...organizationOf(hub, repo),
      sender: simpleUser(hub, actor.account),
      installation: { id: installation.id, node_id: installation.nodeId },
    };
    hub.deliveries.send({ app, installation, repo, event, action, payload });
  }
}

// In a push the repository's times are numbers and its owner has a name and an address.
function eventRepository(hub: Hub, repo: Repo, event: string): Json {
  const plain = repository(hub, repo);
  if (event !== 'push') return plain;
  return {
    ...plain,
    owner: { name: repo.owner.login, email: null, ...simpleUser(hub, repo.owner) },
    created_at: Date.parse(repo.createdAt) / 1000,
    pushed_at: Date.parse(repo.pushedAt) / 1000,
    stargazers: 0,
    master_branch: repo.defaultBranch,
  };
}
