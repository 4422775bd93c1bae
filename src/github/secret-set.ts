// What must never be published: the host's own secrets for good, and the newest of the tokens that were minted.

/** Tokens die after an hour; the newest thousand are more than can still be alive. */
const MOST = 1000;

export function secretSet(lasting: readonly string[]): { secrets: Set<string>; remember(token: string): void } {
  const secrets = new Set(lasting);
  const kept = secrets.size;
  return {
    secrets,
    remember(token) {
      secrets.add(token);
      if (secrets.size > kept + MOST) for (const old of [...secrets].slice(kept, kept + 100)) secrets.delete(old);
    },
  };
}
