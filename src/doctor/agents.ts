// Every agent of this host: its program, its model services and keys, its models, and who it works as.
import { NO_AGENT } from '../agent-book.ts';
import { type AgentBook, type AgentDefinition, SERVICES, TIERS } from '../agents.ts';
import type { Account } from '../runner/sandbox/account.ts';
import { keyVariable } from '../runner/sandbox/models.ts';
import { looksSecret, type OutsidePlan } from '../runner/sandbox/plan-outside.ts';
import { bad, good, type Line, note } from './line.ts';
import { programLines } from './programs.ts';

export interface AgentsSeen {
  book: AgentBook;
  plan: OutsidePlan;
  walls: boolean;
  account: Account | undefined;
  path: string | undefined;
}

export async function agentLines(seen: AgentsSeen): Promise<Line[]> {
  const all = await Promise.all(Object.values(seen.book.agents).map(agent => linesOf(agent, seen)));
  return all.flat();
}

async function linesOf(agent: AgentDefinition, seen: AgentsSeen): Promise<Line[]> {
  if (agent.command[0] === NO_AGENT)
    return [
      bad('no agent: set ULTRALOOP_AGENT to the name of a preset or a command line, or ULTRALOOP_AGENTS to a file'),
    ];
  return [
    ...(await programLines(agent, seen)),
    ...serviceLines(agent, seen),
    note(`${agent.name}: ${agent.title}; ${worksAs(agent.name, seen.book)}; ${modelsOf(agent)}`),
  ];
}

function serviceLines(agent: AgentDefinition, { plan, walls }: AgentsSeen): Line[] {
  const { outside, lacking } = plan.of(agent);
  const kept = walls
    ? outside.models.map(({ name, upstream }) => `${agent.name}: ${name} at ${upstream}, its key stays outside`)
    : agent.services
        .filter(name => plan.services[name])
        .map(name => `${agent.name}: ${name}, with its key in the agent’s hands`);
  return [
    ...kept.map(good),
    ...lacking.map(variable =>
      bad(`${agent.name}: ${variable} is not set for the app; runs with this agent are refused`),
    ),
    ...passed(agent),
  ];
}

/** Keys the app does not know how to keep outside. */
function passed({ name, pass }: AgentDefinition): Line[] {
  const known = SERVICES.map(keyVariable);
  const keys = pass.filter(variable => looksSecret(variable) && !known.includes(variable));
  return keys.map(variable => note(`${name}: ${variable} is passed on as it is: the agent can read it`));
}

function worksAs(name: string, { usual, roles }: AgentBook): string {
  const own = Object.entries(roles).flatMap(([role, agent]) => (agent === name ? [role] : []));
  if (name === usual) return 'the usual one';
  return own.length > 0 ? `works as ${own.join(', ')}` : 'where a repository asks for it';
}

function modelsOf({ models }: AgentDefinition): string {
  const said = TIERS.flatMap(tier => (models[tier] === undefined ? [] : [`${tier} ${models[tier]}`]));
  return said.length > 0 ? `models: ${said.join(', ')}` : 'chooses its model itself';
}
