// What status texts are made from: the run's row and record, put into the shape reports want.
import { waitsForModel } from '../brakes/model-wait.ts';
import type { Past } from '../record.ts';
import type { Run as Reported } from '../reports/links.ts';
import type { Next } from '../reports/next.ts';
import type { StatusView } from '../reports/status.ts';
import type { Spec } from '../spec.ts';
import type { Run } from '../store/run-row.ts';

/** A run whose spec is fixed. */
export type Opened = Run & { spec: Spec };

export function reported(run: Opened, past: Past): Reported {
  const web = webRoot(run.request.htmlUrl);
  const { pull, files } = run.places;
  const published = files && { filesRef: `refs/ultraloop/${run.id}`, filesCommit: files };
  return { spec: run.spec, past, links: { web, ...(pull !== undefined && { pull }), ...published } };
}

export function statusView(
  run: Opened,
  past: Past,
  is: Pick<StatusView, 'state' | 'now' | 'next' | 'stage' | 'doing'>,
): StatusView {
  const done = past.filter(entry => entry.kind === 'iteration').length;
  const { head, pushedAt } = run.progress;
  return {
    ...reported(run, past),
    state: is.state,
    now: is.now,
    iteration: is.state === 'running' ? done + 1 : done,
    ...(is.next && { next: is.next }),
    ...(is.stage && { stage: is.stage }),
    ...(is.doing !== undefined && { doing: is.doing }),
    ...(head && pushedAt && { lastPush: { sha: head, at: pushedAt } }),
  };
}

/** The view of a run as it stands in the store now. */
export function currentView(run: Opened, past: Past): StatusView {
  const now = new Date().toISOString();
  const next: Next | undefined = run.exit
    ? { kind: 'exit', exit: run.exit }
    : run.state === 'waiting' && run.wakeAt
      ? { kind: 'clock', at: run.wakeAt.toISOString(), now, model: waitsForModel(past) }
      : undefined;
  const stage = run.state === 'running' ? run.progress.stage : undefined;
  return statusView(run, past, { state: run.state, now, ...(next && { next }), ...(stage && { stage }) });
}

/** `https://github.com` from a repository's page. */
function webRoot(htmlUrl: string): string {
  return htmlUrl.split('/').slice(0, 3).join('/');
}
