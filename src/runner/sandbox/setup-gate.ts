// The way out of a setup: the hosts the repository asks for, as far as the operator allows them, and what came of it.
import { rm } from 'node:fs/promises';
import type { Account } from './account.ts';
import { egress } from './egress.ts';
import { EGRESS_SOCKET } from './gate-inside.ts';
import { listen, makeGateFolder } from './gate-socket.ts';

export interface SetupGate {
  folder: string;
  /** `host:port`, each once, in order. */
  reached(): string[];
  refused(): string[];
  close(): Promise<void>;
}
export interface SetupGateOptions {
  /** A folder of this job's own, made anew. */
  folder: string;
  hosts: readonly string[];
  account: Account | undefined;
}

export async function openSetupGate({ folder, hosts, account }: SetupGateOptions): Promise<SetupGate> {
  await makeGateFolder(folder, account);
  const { server, reached, refused, close } = egress(hosts);
  await listen(server, folder, EGRESS_SOCKET);
  return {
    ...{ folder, reached, refused },
    async close() {
      close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
