// One writer at a time per repository. Readers need no lock: objects never change and refs are replaced whole.
const tails = new Map<string, Promise<unknown>>();

export async function withLock<T>(gitDir: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(gitDir) ?? Promise.resolve();
  const mine = before.then(work, work);
  const tail = mine.catch(() => undefined);
  tails.set(gitDir, tail);
  try {
    return await mine;
  } finally {
    if (tails.get(gitDir) === tail) tails.delete(gitDir);
  }
}
