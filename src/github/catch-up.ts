// Reads what may have been missed while the app was away: GitHub keeps failed deliveries, comments, labels and branch heads (K12).
import type { Run } from '../store/run-row.ts';
import type { Client } from './client.ts';
import { type Labeling, labeling, labelName } from './labeling.ts';

export interface MissedDelivery {
  guid: string;
  event: string;
  payload: unknown;
}
/** An issue that carries the label, and who put it there when. */
export interface Labeled extends Labeling {
  installation: number;
  repo: { id: number; owner: string; name: string; cloneUrl: string; defaultBranch: string };
  issue: { number: number; title: string; body: string; url: string };
}
export interface Seen {
  comments: {
    id: number;
    number: number;
    body: string;
    by: { id: number; login: string; type: string };
    at: string;
    /** It does not say any more what it said at first. */
    edited: boolean;
    url: string;
  }[];
  pull?: { state: string; merged: boolean; head: string; closedAt?: string };
  issueState: string;
}

interface Asked {
  since: string;
  isOurs(label: string): boolean;
  /** Whether nothing can have happened on the issue since a run knew it; saves the look at its events. */
  isKnown(repoId: number, issue: number, updatedAt: string): Promise<boolean>;
}

/** GitHub keeps deliveries for three days; more than this many pages of a hundred are not read at once. */
const PAGES = 10;

export function createCatchUp(client: Client) {
  return {
    /** Failed deliveries of the last three days that `known` does not know, oldest first. */
    async missed(known: (guids: string[]) => Promise<Set<string>>): Promise<MissedDelivery[]> {
      const octokit = await client.app();
      const found: MissedDelivery[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES; page++) {
        const { data, headers } = await octokit.request('GET /app/hook/deliveries', {
          per_page: 100,
          ...(cursor !== undefined && { cursor }),
        });
        const failed = data.filter(delivery => delivery.status_code < 200 || delivery.status_code >= 300);
        const old = await known(failed.map(delivery => delivery.guid));
        for (const { id, guid, event } of failed.filter(delivery => !old.has(delivery.guid))) {
          const { data: whole } = await octokit.request('GET /app/hook/deliveries/{delivery_id}', {
            delivery_id: Number(id),
          });
          found.push({ guid, event, payload: whole.request.payload });
        }
        cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.link ?? '')?.[1];
        if (cursor === undefined) break;
      }
      return found.reverse();
    },

    /** Open issues with a label of the app that changed since then, in every repository it is installed on. */
    async *labeled({ since, isOurs, isKnown }: Asked) {
      for await (const { installation, repo } of repositories(client))
        for (const issue of await changedIssues(client, { installation, repo, since })) {
          if (issue.pull_request || !issue.labels.some(label => isOurs(labelName({ label })))) continue;
          if (await isKnown(repo.id, issue.number, issue.updated_at)) continue;
          const place = { owner: repo.owner, repo: repo.name, issue_number: issue.number };
          const event = await labeling(await client.of(installation), place, isOurs);
          if (event)
            yield {
              installation,
              repo,
              issue: { number: issue.number, title: issue.title, body: issue.body ?? '', url: issue.html_url },
              ...event,
            } satisfies Labeled;
        }
    },

    /** What an active run's threads and branch look like now. */
    async look(run: Run, since: string): Promise<Seen> {
      const octokit = await client.of(run.installation);
      const { owner, repo } = run;
      const numbers = [run.issue, ...(run.places.pull === undefined ? [] : [run.places.pull])];
      const lists = await Promise.all(
        numbers.map(async number => {
          const comments = await octokit.paginate(
            octokit.rest.issues.listComments,
            { owner, repo, issue_number: number, since, per_page: 100 },
            firstPages(),
          );
          return comments.map(({ id, body, user, created_at: at, updated_at, html_url: url }) => ({
            ...{ id, number, body: body ?? '', at, edited: updated_at > at, url },
            by: { id: user?.id ?? 0, login: user?.login ?? '', type: user?.type ?? 'Bot' },
          }));
        }),
      );
      const issue = await octokit.rest.issues.get({ owner, repo, issue_number: run.issue });
      const pull = run.places.pull
        ? (await octokit.rest.pulls.get({ owner, repo, pull_number: run.places.pull })).data
        : undefined;
      return {
        comments: lists.flat(),
        issueState: issue.data.state,
        ...(pull && {
          pull: {
            ...{ state: pull.state, merged: pull.merged, head: pull.head.sha },
            ...(pull.closed_at !== null && { closedAt: pull.closed_at }),
          },
        }),
      };
    },
  };
}

/** Anybody may write thousands of comments: what is not on the first pages is not looked at. */
function firstPages() {
  let pages = 0;
  return <T>({ data }: { data: T }, done: () => void): T => {
    if (++pages >= PAGES) done();
    return data;
  };
}

type Repo = Labeled['repo'];

async function* repositories(client: Client): AsyncGenerator<{ installation: number; repo: Repo }> {
  const app = await client.app();
  for (const { id: installation } of await app.paginate(app.rest.apps.listInstallations)) {
    const octokit = await client.of(installation);
    for (const repo of await octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation)) {
      const { id, name, owner, clone_url: cloneUrl, default_branch: defaultBranch } = repo;
      yield { installation, repo: { id, name, owner: owner.login, cloneUrl, defaultBranch } };
    }
  }
}

/** One call for most repositories, whatever the loops are called. */
async function changedIssues(
  client: Client,
  { installation, repo, since }: { installation: number; repo: Repo; since: string },
) {
  const octokit = await client.of(installation);
  const place = { owner: repo.owner, repo: repo.name };
  return octokit.paginate(octokit.rest.issues.listForRepo, { ...place, state: 'open', since, per_page: 100 });
}
