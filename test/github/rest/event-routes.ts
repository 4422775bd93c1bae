// What happened to an issue, as far as apps look it up: who put a label on or took it off, and when.
import { repoApi } from '../hub.ts';
import { type Json, simpleUser } from '../shapes/account.ts';
import { integrationOrNull } from '../shapes/app.ts';
import type { Thread, TimelineEntry } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { page, type Request, type Route, route, threadOf } from './route.ts';

function events(request: Request): Json[] {
  const thread = threadOf(request);
  const url = `${repoApi(request.hub, thread.repo)}/issues/events`;
  return thread.timeline.flatMap((entry, index) => {
    if (entry.kind !== 'labeled' && entry.kind !== 'unlabeled') return [];
    const id = thread.id * 10_000 + index;
    return [{ id, node_id: nodeId('LE', id), url: `${url}/${id}`, ...labelEvent(request, thread, entry) }];
  });
}

function labelEvent({ hub }: Request, { repo }: Thread, { actor, kind, text, at }: TimelineEntry): Json {
  const account = hub.state.accounts.get(actor.toLowerCase()) ?? hub.ghost;
  const app = [...hub.state.apps.values()].find(one => one.bot === account) ?? null;
  return {
    actor: simpleUser(hub, account),
    event: kind,
    commit_id: null,
    commit_url: null,
    created_at: at,
    performed_via_github_app: integrationOrNull(hub, app),
    label: { name: text, color: repo.labels.get(text.toLowerCase())?.color ?? 'ededed' },
  };
}

export const eventRoutes: Route[] = [
  route('issues/list-events', 'GET /repos/{owner}/{repo}/issues/{issue_number}/events', 'thread', request =>
    page(request, events(request)),
  ),
];
