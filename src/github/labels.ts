// The state labels of issue and pull request (K8), made in the repository when they are missing.
import type { Octokit } from './client.ts';
import { statusOf } from './errors.ts';

export const STATE_LABELS = {
  'loop/running': { color: '1f6feb', description: 'ultraloop is working' },
  'loop/waiting': { color: '9a6700', description: 'ultraloop waits and goes on by itself' },
  'loop/needs-human': { color: 'cf222e', description: 'ultraloop waits for a person' },
  'loop/done': { color: '1a7f37', description: 'ultraloop is finished' },
  'loop/stopped': { color: '6e7781', description: 'ultraloop was stopped' },
} as const;
export type StateLabel = keyof typeof STATE_LABELS;

const QUERY = `query($owner: String!, $repo: String!, $issue: Int!) { repository(owner: $owner, name: $repo) {
  issue(number: $issue) { id } ${Object.keys(STATE_LABELS)
    .map((name, i) => `l${i}: label(name: "${name}") { id }`)
    .join(' ')} } }`;

/** Node ids of the issue and of the state labels, by name. One query, and one call per label that is missing. */
export async function ensureLabels(
  octokit: Octokit,
  { owner, repo, issue }: { owner: string; repo: string; issue: number },
): Promise<{ issueNode: string; labels: Record<string, string> }> {
  const { repository } = await octokit.graphql<{ repository: Record<string, { id: string } | null> }>(QUERY, {
    owner,
    repo,
    issue,
  });
  const labels: Record<string, string> = {};
  for (const [i, name] of (Object.keys(STATE_LABELS) as StateLabel[]).entries())
    labels[name] = repository[`l${i}`]?.id ?? (await create(octokit, { owner, repo, name, ...STATE_LABELS[name] }));
  return { issueNode: repository.issue?.id ?? '', labels };
}

async function create(
  octokit: Octokit,
  label: { owner: string; repo: string; name: string; color: string; description: string },
): Promise<string> {
  try {
    return (await octokit.rest.issues.createLabel(label)).data.node_id;
  } catch (error) {
    if (statusOf(error) !== 422) throw error; // made by somebody else meanwhile
    const { owner, repo, name } = label;
    return (await octokit.rest.issues.getLabel({ owner, repo, name })).data.node_id;
  }
}
