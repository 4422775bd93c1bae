// GitHub's JSON for check suites, check runs and commit statuses.
import { type Hub, repoApi, repoHtml } from '../hub.ts';
import type { CheckRun, CheckSuite, CommitStatus, Repo } from '../state/model.ts';
import { type Json, simpleUser } from './account.ts';
import { integration } from './app.ts';

function pullsWith(hub: Hub, repo: Repo, sha: string): Json[] {
  const short = { id: repo.id, url: repoApi(hub, repo), name: repo.name };
  return [...repo.threads.values()].flatMap(thread => {
    const { pull } = thread;
    if (pull?.headSha !== sha || thread.state === 'closed') return [];
    const url = `${repoApi(hub, repo)}/pulls/${thread.number}`;
    const head = { ref: pull.headRef, sha: pull.headSha, repo: short };
    const base = { ref: pull.baseRef, sha: pull.baseSha, repo: short };
    return [{ url, id: pull.id, number: thread.number, head, base }];
  });
}

export function checkRun(hub: Hub, repo: Repo, run: CheckRun): Json {
  const url = `${repoApi(hub, repo)}/check-runs/${run.id}`;
  const html = `${repoHtml(hub, repo)}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: run.nodeId,
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: html,
    details_url: run.detailsUrl ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite.id },
    app: integration(hub, run.suite.app),
    pull_requests: pullsWith(hub, repo, run.headSha),
  };
}

// In a webhook the run carries its whole suite.
export const checkRunEvent = (hub: Hub, repo: Repo, run: CheckRun): Json => ({
  ...checkRun(hub, repo, run),
  check_suite: checkSuitePart(hub, repo, run.suite),
});

function checkSuitePart(hub: Hub, repo: Repo, suite: CheckSuite): Json {
  const runs = [...repo.checkRuns.values()].filter(run => run.suite === suite);
  const done = runs.length > 0 && runs.every(run => run.status === 'completed');
  const good = runs.every(run => ['success', 'neutral', 'skipped'].includes(run.conclusion ?? ''));
  return {
    id: suite.id,
    node_id: suite.nodeId,
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    status: done ? 'completed' : runs.length === 0 ? 'queued' : 'in_progress',
    conclusion: done ? (good ? 'success' : 'failure') : null,
    url: `${repoApi(hub, repo)}/check-suites/${suite.id}`,
    before: null,
    after: suite.headSha,
    pull_requests: pullsWith(hub, repo, suite.headSha),
    app: integration(hub, suite.app),
    created_at: suite.createdAt,
    updated_at: suite.updatedAt,
  };
}

export function commitStatus(hub: Hub, repo: Repo, item: CommitStatus): Json {
  return {
    url: `${repoApi(hub, repo)}/statuses/${item.sha}`,
    avatar_url: simpleUser(hub, item.creator).avatar_url,
    id: item.id,
    node_id: item.nodeId,
    state: item.state,
    description: item.description,
    target_url: item.targetUrl,
    context: item.context,
    created_at: item.createdAt,
    updated_at: item.createdAt,
    creator: simpleUser(hub, item.creator),
  };
}
