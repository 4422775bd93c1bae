// Tokens for git. One that writes serves one push and is revoked; one that only reads one repository serves the commands of a
// minute, so that a checkout made of several fetches does not take a token for each.
import type { Client } from './client.ts';

interface Scope {
  installation: number;
  repoId: number;
}

const READS_FOR_MS = 60_000;

export function gitTokens(client: Pick<Client, 'token' | 'revoke'>) {
  const reading = new Map<string, { until: number; token: Promise<string> }>();
  return {
    /** `again` = the last one was refused: a new one is minted whatever is kept. */
    take({ installation, repoId }: Scope, use: 'read' | 'write', again = false): Promise<string> {
      const mint = () => client.token({ installation, repoId, permissions: { contents: use } });
      if (use === 'write') return mint();
      const key = `${installation}/${repoId}`;
      const kept = reading.get(key);
      if (kept && !again && Date.now() < kept.until) return kept.token;
      const token = mint();
      reading.set(key, { until: Date.now() + READS_FOR_MS, token });
      token.catch(() => reading.delete(key));
      return token;
    },

    /** A reading one dies by itself within the hour: ending it too would cost an iteration its ninth call. */
    done(token: string, use: 'read' | 'write'): void {
      if (use === 'write') client.revoke(token);
    },
  };
}
