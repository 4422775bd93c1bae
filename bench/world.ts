// The app against the simulator on loopback, each in a process of its own, with a database of its own.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import type { Bench } from './row.ts';

export const SECRET = 'a-webhook-secret-of-the-bench-0123456789';

export interface World {
  dir: string;
  simulator: Child;
  /** What the app is started with. */
  env: NodeJS.ProcessEnv;
  /** The database the app keeps its record in. */
  databaseUrl: string;
  close(): Promise<void>;
}

/** `env` is added to what the app is started with; `DATABASE_URL: ''` leaves it its own server. */
export async function openWorld(bench: Bench, env: NodeJS.ProcessEnv = {}): Promise<World> {
  const dir = await mkdtemp(join(bench.dir, 'world-'));
  await chmod(dir, 0o711); // the app's own database may be another account's
  await mkdir(join(dir, 'data'), { mode: 0o711 });
  const simulator = await startChild('simulator', { dir, env: { BENCH_DIR: join(dir, 'github') } });
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/api/github/webhooks`;
  const { id, privateKey } = await simulator.ask<{ id: number; privateKey: string }>('app', {
    webhookUrl,
    webhookSecret: SECRET,
  });
  const databaseUrl = env.DATABASE_URL ?? (await bench.database());
  return {
    dir,
    simulator,
    databaseUrl,
    env: {
      APP_ID: String(id),
      PRIVATE_KEY: privateKey,
      WEBHOOK_SECRET: SECRET,
      GHE_HOST: new URL(simulator.url).host,
      GHE_PROTOCOL: 'http',
      PORT: String(port),
      ULTRALOOP_DATA: join(dir, 'data'),
      ULTRALOOP_GITHUB_PACE: 'off',
      ULTRALOOP_RUNS_PER_DAY_PER_PERSON: '1000000',
      ULTRALOOP_RUNS_PER_DAY_PER_REPOSITORY: '1000000',
      DATABASE_URL: databaseUrl,
      ...env,
    },
    async close() {
      await simulator.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
