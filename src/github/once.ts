// An effect that must happen exactly once although calls get lost and processes get killed: on doubt, look before acting.
import type { Store } from '../store/store.ts';
import { isTransient, toFailure } from './errors.ts';

interface Effect<T> {
  key: string;
  /** Finds the effect if it has happened. */
  look(): Promise<T | undefined>;
  make(): Promise<T>;
  /** Milliseconds before each further try. After the last the turn gives up and comes back later. */
  pauses: readonly number[];
}

export async function once<T>(effects: Store['effects'], effect: Effect<T>): Promise<T> {
  const begun = await effects.begin(effect.key);
  if (begun.result !== undefined) return begun.result as T;
  let doubt = !begun.first;
  for (let attempt = 0; ; attempt++) {
    try {
      const result = (doubt ? await effect.look() : undefined) ?? (await effect.make());
      await effects.done(effect.key, result);
      return result;
    } catch (error) {
      const pause = effect.pauses[attempt];
      if (!isTransient(error) || pause === undefined) throw toFailure(error);
      doubt = true;
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
}
