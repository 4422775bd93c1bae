// Tokens for a run's git. One that pushes is had only while whoever stands behind the run may write: GitHub is asked at each (SEC-05).
import { Failure } from '../failures.ts';
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';
import type { Client } from './client.ts';
import { statusOf, toFailure } from './errors.ts';
import type { gitTokens } from './git-tokens.ts';
import { mayWrite } from './people.ts';

interface By {
  client: Client;
  store: Store;
  tokens: ReturnType<typeof gitTokens>;
}

export function runTokens(by: By, run: Run) {
  const { installation, repoId } = run;
  const { take, done } = by.tokens;
  return {
    done,
    async token(use: 'read' | 'write', again = false): Promise<string> {
      const token = await take({ installation, repoId }, use, again).catch(notMinted);
      if (use === 'read') return token;
      try {
        await leaveToPush(by, run);
        return token;
      } catch (error) {
        done(token, use);
        throw error;
      }
    },
  };
}

/** GitHub answers 422 where the repository is none of the installation's any more: nothing trying again could mend (SEC-73). */
function notMinted(error: unknown): never {
  if (statusOf(error) !== 422) throw toFailure(error);
  throw new Failure('access-lost', 'the repository is not among those of the installation', { cause: error });
}

/** Of whoever steered the run last, or started it. Throws `not-permitted`, or `github-unreachable` when there is no answer. */
async function leaveToPush({ client, store }: By, run: Run): Promise<void> {
  const login = (await store.record.steeredBy(run.id)) ?? run.request.startedBy;
  const may = await mayWrite(client, run, login);
  if (may === 'no') throw new Failure('not-permitted', `${login} steered it last and may not write here any more`);
  if (may === 'unknown') throw new Failure('github-unreachable', `it did not say whether ${login} may still write`);
}
