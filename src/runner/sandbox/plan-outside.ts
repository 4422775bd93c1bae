// What agents may see and reach, from the operator's words: keys of known model services stay here, if there are walls.
import type { Outside } from './gate.ts';
import { MODEL_PORT } from './gate-inside.ts';
import { type Cap, USUAL_CAP } from './ledger.ts';
import { keepKeys } from './models.ts';

export interface OutsidePlan {
  outside: Outside;
  /** Names of variables that are passed on as they are. */
  names: string[];
  /** To be taken out of whatever is published. */
  keys: string[];
  /** Whether agents are let out at all. */
  gate: boolean;
}
interface Words {
  agentEnv: string[];
  agentHosts?: string[];
  modelCap?: Cap;
  sandbox?: string;
}

export function planOutside(
  { agentEnv, agentHosts: hosts = [], modelCap: cap = USUAL_CAP, sandbox }: Words,
  source: Readonly<Record<string, string | undefined>>,
): OutsidePlan {
  const { models, names } = keepKeys(agentEnv, source, MODEL_PORT);
  const keys = models.map(({ key }) => key);
  // Without walls a key cannot be kept from the agent either.
  if (sandbox === 'unsafe-none') return { outside: { hosts, models: [], cap }, names: agentEnv, keys, gate: false };
  return { outside: { hosts, models, cap }, names, keys, gate: hosts.length > 0 || models.length > 0 };
}
