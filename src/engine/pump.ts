// Starts what is due: turns whose time has come, and commands that arrived. Poked when something happens here, and ticking
// for what happens elsewhere: a clock, another process, a missed poke.
import { AsyncResource } from 'node:async_hooks';
import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Logger } from 'pino';
import type { Command } from '../commands/command.ts';
import { Failure } from '../failures.ts';
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';

export interface PumpOptions {
  store: Store;
  executor: string;
  limits: { host: number; repository: number };
  startTurn(run: Run): Promise<void>;
  handle(command: Command): Promise<string>;
  log: Logger;
}
export interface Pump {
  poke(): void;
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
const AT_ONCE = 8;
const MEND_EVERY_MS = 60_000;
const GIVE_UP_AFTER = 12;

export function startPump(options: PumpOptions): Pump {
  const { store, log } = options;
  const commands = serial(() => handleCommands(options, () => turns.run()));
  const turns = serial(() => store.runs.claimDue(options.limits, options.startTurn));
  const mend = serial(() => mendTurns(options));
  const failed = (error: unknown): void => log.error({ err: error }, 'the pump stumbled; it goes on at the next tick');
  const tick = (): void => {
    commands.run().catch(failed);
    turns.run().catch(failed);
  };
  const timers = [setInterval(tick, TICK_MS), setInterval(() => mend.run().catch(failed), MEND_EVERY_MS)];
  tick();
  return {
    // A turn that ends pokes from inside its own workflow; what it makes start is not a child of it.
    poke: AsyncResource.bind(tick),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled([commands.idle(), turns.idle(), mend.idle()]);
    },
  };
}

/** One at a time; a call during a pass makes one more pass. */
function serial(pass: () => Promise<unknown>) {
  let current: Promise<void> | undefined;
  let again = false;
  const loop = async (): Promise<void> => {
    do {
      again = false;
      await pass();
    } while (again);
  };
  return {
    run(): Promise<void> {
      again = true;
      current ??= loop().finally(() => {
        current = undefined;
      });
      return current;
    },
    idle: (): Promise<void> => current ?? Promise.resolve(),
  };
}

async function handleCommands(options: PumpOptions, turns: () => Promise<void>): Promise<void> {
  const { store, executor } = options;
  for (;;) {
    const claimed = await store.deliveries.claim(executor, AT_ONCE);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map(delivery => handleOne(options, delivery)));
    turns().catch(error => options.log.error({ err: error }, 'turns could not be started'));
  }
}

async function handleOne(
  { store, handle, log }: PumpOptions,
  { id, command, attempts }: { id: string; command: unknown; attempts: number },
): Promise<void> {
  try {
    const outcome = await handle(command as Command);
    await store.deliveries.handled(id, outcome);
    log.info({ delivery: id, kind: (command as Command).kind, outcome }, 'command');
  } catch (error) {
    // Who may not answer there any more is not helped by asking again.
    const isLost = error instanceof Failure && error.code === 'access-lost';
    if (isLost || attempts >= GIVE_UP_AFTER)
      await store.deliveries.handled(id, `given up: ${String(error).slice(0, 300)}`);
    else await store.deliveries.release(id, Math.min(2 ** attempts, 300) * 1_000);
    log.error({ err: error, delivery: id, attempts }, 'command not handled yet');
  }
}

/** A turn whose workflow ended without parking its run (a crash of the engine itself) must not leave the run asleep for ever. */
async function mendTurns({ store, log }: PumpOptions): Promise<void> {
  await store.deliveries.forget(30);
  for (const run of await store.runs.list('active')) {
    if (run.state !== 'running') continue;
    const status = (await DBOS.getWorkflowStatus(`${run.id}/${run.turn}`))?.status;
    if (status === 'PENDING' || status === 'ENQUEUED' || status === 'DELAYED') continue;
    log.warn({ run: run.id, turn: run.turn, status }, 'a turn is gone without parking its run; the next one is due');
    if (status === undefined) await store.runs.wake(run.id);
    else
      await store.runs.park(run.id, run.turn, {
        state: 'waiting',
        wakeAt: new Date(Date.now() + 30_000).toISOString(),
      });
  }
}
