// What each agent may see and reach, from the operator's words: keys of known model services stay here, if there are walls.
import type { AgentBook, AgentDefinition } from '../../agents.ts';
import type { Outside } from './gate.ts';
import { MODEL_PORT } from './gate-inside.ts';
import { type Cap, USUAL_CAP } from './ledger.ts';
import { keepKeys, keyVariable, openServices, type Service } from './models.ts';

export interface OutsidePlan {
  /** What one of the agents may see and reach. */
  of(agent: Needs): Reach;
  /** Model services as they are, for agents without walls: behind walls nobody is told of them. */
  services: Record<string, Service>;
  /** To be taken out of whatever is published. */
  keys: string[];
  /** Whether any agent is let out at all. */
  gate: boolean;
}
export interface Reach {
  outside: Outside;
  /** Names of variables that are passed on as they are. */
  pass: string[];
  /** Variables with the keys of its services that are not set. */
  lacking: string[];
}
export type Needs = Pick<AgentDefinition, 'pass' | 'services' | 'hosts'>;

interface Words {
  book: Pick<AgentBook, 'agents' | 'prices'>;
  agentHosts?: readonly string[] | undefined;
  modelCap?: Cap | undefined;
  sandbox?: string | undefined;
}
type Source = Readonly<Record<string, string | undefined>>;

export function planOutside({ book, agentHosts = [], modelCap, sandbox }: Words, source: Source): OutsidePlan {
  const agents = Object.values(book.agents);
  const walls = sandbox !== 'unsafe-none';
  const of = (agent: Needs): Reach => {
    const wanted = agent.services.flatMap(service => keyVariable(service) ?? []);
    const { models, names } = keepKeys([...agent.pass, ...wanted], source, MODEL_PORT);
    const outside = {
      hosts: [...new Set([...agent.hosts, ...agentHosts])],
      models: walls ? models : [],
      cap: modelCap ?? USUAL_CAP,
      prices: book.prices,
    };
    // Without walls a key cannot be kept from the agent either.
    const pass = walls ? names.filter(name => !wanted.includes(name)) : [...agent.pass];
    return { outside, pass, lacking: wanted.filter(name => !source[name]) };
  };
  const known = agents.flatMap(agent => agent.services.flatMap(service => keyVariable(service) ?? []));
  const named = [...new Set([...agents.flatMap(({ pass }) => pass), ...known])];
  const { models, names } = keepKeys(named, source, MODEL_PORT);
  const reaches = agents.map(agent => of(agent).outside);
  return {
    of,
    services: walls ? {} : openServices(models),
    keys: [...models.map(({ key }) => key), ...secretsAmong(names, source)],
    gate: walls && reaches.some(reach => reach.hosts.length > 0 || reach.models.length > 0),
  };
}

const LEAST = 12;

/** What is passed on as it is can be printed by an agent. By its name, since nothing else tells a key from a setting. */
function secretsAmong(names: readonly string[], source: Source): string[] {
  return names
    .filter(looksSecret)
    .flatMap(name => source[name] ?? [])
    .filter(value => value.length >= LEAST);
}

export const looksSecret = (name: string): boolean => /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i.test(name);
