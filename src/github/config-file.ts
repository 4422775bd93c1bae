// The repository's configuration: from its default branch, else from the owner's .github repository (K13).
import type { Client, Octokit } from './client.ts';
import type { Place } from './comments.ts';
import { statusOf } from './errors.ts';

export const CONFIG_PATH = '.github/ultraloop.yml';

export interface ConfigFile {
  text: string;
  /** What reports call it, e.g. `.github/ultraloop.yml` or `acme/.github`. */
  from: string;
}

/** The configuration's text at a commit, or undefined when there is none anywhere. */
export async function readConfig(client: Client, place: Place, ref: string): Promise<ConfigFile | undefined> {
  const octokit = await client.of(place.installation);
  const own = await raw(octokit, { ...place, path: CONFIG_PATH, ref });
  if (own !== undefined) return { text: own, from: CONFIG_PATH };
  const shared = await raw(octokit, { owner: place.owner, repo: '.github', path: CONFIG_PATH });
  return shared === undefined ? undefined : { text: shared, from: `${place.owner}/.github: ${CONFIG_PATH}` };
}

/** CODEOWNERS of the default branch, from the first of the places GitHub looks at; empty when there is none. */
export async function readCodeOwners(client: Client, place: Place): Promise<string> {
  const octokit = await client.of(place.installation);
  for (const path of ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']) {
    const text = await raw(octokit, { owner: place.owner, repo: place.repo, path });
    if (text !== undefined) return text;
  }
  return '';
}

async function raw(
  octokit: Octokit,
  file: { owner: string; repo: string; path: string; ref?: string },
): Promise<string | undefined> {
  try {
    const { owner, repo, path, ref } = file;
    const { data } = await octokit.rest.repos.getContent({
      owner,
      repo,
      path,
      ...(ref && { ref }),
      mediaType: { format: 'raw' },
    });
    return typeof data === 'string' ? data : undefined;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 403) return undefined;
    throw error;
  }
}
