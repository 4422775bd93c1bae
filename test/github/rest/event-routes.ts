// What happened to an issue, as far as apps look it up: who put a label on or took it off, or renamed it, and when.
import { repoApi } from '../hub.ts';
import { type Json, simpleUser } from '../shapes/account.ts';
import { integrationOrNull } from '../shapes/app.ts';
import type { Thread, TimelineEntry } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { page, type Request, type Route, route, threadOf } from './route.ts';

function events(request: Request): Json[] {
  const thread = threadOf(request);
  const url = `${repoApi(request.hub, thread.repo)}/issues/events`;
  return thread.timeline.flatMap((entry, index): Json[] => {
    const id = thread.id * 10_000 + index;
    const about = { id, node_id: nodeId('LE', id), url: `${url}/${id}`, ...event(request, entry) };
    if (entry.kind === 'renamed') return [{ ...about, rename: { from: before(thread, index), to: entry.text } }];
    return entry.kind === 'labeled' || entry.kind === 'unlabeled' ? [{ ...about, label: labelOf(thread, entry) }] : [];
  });
}

function event({ hub }: Request, { actor, kind, at }: TimelineEntry): Json {
  const account = hub.state.accounts.get(actor.toLowerCase()) ?? hub.ghost;
  const app = [...hub.state.apps.values()].find(one => one.bot === account) ?? null;
  return {
    actor: simpleUser(hub, account),
    event: kind,
    commit_id: null,
    commit_url: null,
    created_at: at,
    performed_via_github_app: integrationOrNull(hub, app),
  };
}

const labelOf = ({ repo }: Thread, { text }: TimelineEntry): Json => ({
  name: text,
  color: repo.labels.get(text.toLowerCase())?.color ?? 'ededed',
});

/** The title before it was renamed; of the first time it is not remembered. */
const before = ({ timeline }: Thread, index: number): string =>
  timeline.slice(0, index).findLast(({ kind }) => kind === 'renamed')?.text ?? '';

export const eventRoutes: Route[] = [
  route('issues/list-events', 'GET /repos/{owner}/{repo}/issues/{issue_number}/events', 'thread', request =>
    page(request, events(request)),
  ),
];
