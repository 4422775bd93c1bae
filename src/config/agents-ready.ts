// Whether the agents a repository asks for may work on this host: names only, never a definition.
import { type AgentBook, type AgentChoice, ROLES } from '../agents.ts';
import { nearest } from './nearest.ts';
import type { Obstacle } from './readiness.ts';

/** What the operator allows, as far as a start must know it. */
export interface HostAgents extends Pick<AgentBook, 'usual' | 'roles'> {
  names: readonly string[];
  /** Why an agent of the host cannot work, by name. */
  hindered: Readonly<Record<string, string>>;
}
export type Asked = Required<Pick<AgentChoice, 'roles'>> & Pick<AgentChoice, 'agent'>;

export function unknownAgents({ agent, roles }: Asked, { names }: HostAgents): Obstacle[] {
  const asked = [
    ...(agent === undefined ? [] : [{ key: 'agent', name: agent }]),
    ...Object.entries(roles).map(([role, name]) => ({ key: `roles.${role}`, name })),
  ];
  return asked.filter(({ name }) => !names.includes(name)).map(({ key, name }) => unknown(key, name, names));
}

function unknown(key: string, name: string, names: readonly string[]): Obstacle {
  const guess = nearest(name, names);
  const allowed = names.map(each => `\`${each}\``).join(', ');
  return {
    problem: `There is no agent \`${name}\` on this host.${guess === undefined ? '' : ` Did you mean \`${guess}\`?`}`,
    todo: `Correct \`${key}:\` in \`ultraloop.yml\`; the operator allows ${allowed}.`,
  };
}

/** Those that some role would get. */
export function hinderedAgents({ agent, roles }: Asked, host: HostAgents): Obstacle[] {
  const used = ROLES.map(role => roles[role] ?? agent ?? host.roles[role] ?? host.usual);
  const names = [...new Set(used)].filter(name => Object.hasOwn(host.hindered, name));
  return names.map(name => ({
    problem: `The agent \`${name}\` cannot work on this host: ${host.hindered[name]}.`,
    todo: 'The operator of the app has to set that; `ultraloop doctor` says how. Or choose another agent with `agent:`.',
  }));
}
