// Our app as a process that also says what it costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../src/start.ts';
import { answer } from './child.ts';

answer({
  /** Resident memory in bytes after garbage was collected; needs --expose-gc. */
  async memory() {
    for (let round = 0; round < 3; round++) {
      globalThis.gc?.();
      await sleep(100);
    }
    return process.memoryUsage().rss;
  },
  /** CPU time used so far, in milliseconds. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
});
await start(process.env);
