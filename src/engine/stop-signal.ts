// Lets a person's `/abort` (or closing the thread) reach a command that is running, in whatever process it was said.
import type { WordName } from '../record.ts';
import type { Store } from '../store/store.ts';

const STOPS: ReadonlySet<WordName> = new Set(['abort', 'closed', 'unlabeled']);
const LOOK_EVERY_MS = 1_000;

/** A signal that fires while `work` runs as soon as the run's inbox holds a word that stops it. */
export async function withStopSignal<T>(
  store: Store,
  run: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    const words = await store.record.unheard(run).catch(() => []);
    if (words.some(word => STOPS.has(word.word))) stop.abort();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  try {
    return await work(stop.signal);
  } finally {
    clearInterval(timer);
  }
}
