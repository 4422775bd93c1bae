// The webhook edge: what a delivery means, stored once; the answer goes out as soon as it is safe.
import type { Logger } from 'pino';
import type { Command } from '../commands/command.ts';
import type { Store } from '../store/store.ts';
import { toCommand } from './to-command.ts';

interface Edge {
  store: Pick<Store, 'deliveries'>;
  /** The app's own login. */
  bot: string;
  /** Address of the GitHub it works with. */
  server: string;
  log: Logger;
  /** Something new is there to be handled. */
  poke(): void;
}

/** Resolves when the delivery is stored, or needs not be. `fresh` is false for a redelivery. */
export function receiver({ store, bot, server, log, poke }: Edge) {
  return async (event: string, payload: unknown, id: string): Promise<{ fresh: boolean; command?: Command }> => {
    const { command, why } = toCommand(event, payload, { id, bot, server, at: new Date().toISOString() });
    if (!command) {
      log.debug({ delivery: id, event, why }, 'delivery ignored');
      return { fresh: false };
    }
    const fresh = await store.deliveries.receive({ id, lane: laneOf(command), command });
    if (fresh) poke();
    return { fresh, command };
  };
}

/** Commands of one thread are handled in order; different threads do not wait for each other. */
function laneOf(command: Command): string {
  if (!('repo' in command)) return `installation/${command.installation}`;
  return `${command.repo.id}/${command.pull ?? command.issue ?? ''}`;
}
