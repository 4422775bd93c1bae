// The gate of one job: the sockets its sandbox may speak to, and what went through and what did not.
import { rm } from 'node:fs/promises';
import type { AgentTurn, ModelTrouble } from '../../tools.ts';
import type { Account } from './account.ts';
import { egress } from './egress.ts';
import { EGRESS_SOCKET, MODEL_SOCKET } from './gate-inside.ts';
import { listen, makeGateFolder } from './gate-socket.ts';
import type { Cap } from './ledger.ts';
import { modelProxy } from './model-proxy.ts';
import { type ModelApi, servicesOf } from './models.ts';
import type { Prices } from './prices.ts';

/** Where agents may go. */
export interface Outside {
  /** `host:port`, exactly. */
  hosts: readonly string[];
  models: readonly ModelApi[];
  cap: Cap;
  /** What models cost; without any, the cost of a run stays unknown. */
  prices?: Prices;
}
export interface GateOptions extends Outside {
  /** A folder of this job's own, made anew. */
  folder: string;
  account: Account | undefined;
  /** Where the run's use of model services is kept. */
  ledger: string;
}
export interface Gate {
  folder: string;
  /** In place of keys and addresses. */
  env: Readonly<Record<string, string>>;
  /** Where its model services are inside, and what stands in the place of their keys, by name. */
  services?: Readonly<Record<string, { base: string; key: string }>>;
  /** What a model service, or the cap, refused last. */
  trouble?(): ModelTrouble | undefined;
  /** Things a person should know. */
  notes(): string[];
  /** Measured here, so it is believed before what an agent says of itself. */
  usage(): Pick<AgentTurn, 'usage'>;
  /** Also a second time: nothing happens then. */
  close(): Promise<void>;
}

export async function openGate(options: GateOptions): Promise<Gate> {
  const { folder, hosts, models, account } = options;
  await makeGateFolder(folder, account);
  const out = egress(hosts);
  const model = modelProxy(options);
  await listen(out.server, folder, EGRESS_SOCKET);
  if (models.length > 0) await listen(model.server, folder, MODEL_SOCKET);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    out.close();
    await model.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    folder,
    env: Object.assign({}, ...models.map(({ env }) => env)),
    services: servicesOf(models),
    notes() {
      const refused = out.refused();
      const named = refused.map(target => `\`${target}\``).join(', ');
      return [
        ...(refused.length > 0 ? [`Refused by the sandbox, not on the list of hosts: ${named}.`] : []),
        ...model.notes(),
      ];
    },
    trouble: model.trouble,
    usage() {
      const used = model.used();
      return used === undefined ? {} : { usage: { ...used, scope: 'turn', source: 'model proxy' } };
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
