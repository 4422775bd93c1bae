// Which agent does a job, and the way out it gets: from the book of this host, and from nothing else.
import { type AgentBook, type AgentChoice, type AgentConfig, type AgentDefinition, agentFor } from '../agents.ts';
import { agentOf } from '../config/agent-of.ts';
import { Failure } from '../failures.ts';
import type { AgentJob, Tier } from '../tools.ts';
import type { AgentOptions } from './agent.ts';
import { openGate } from './sandbox/gate.ts';
import type { OutsidePlan } from './sandbox/plan-outside.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface Crew {
  /** All agents of this host. */
  book: AgentBook;
  /** Where each of them may go, and the model keys they use without having them. */
  outside: OutsidePlan;
  sandbox: Sandbox;
}

/** The role's agent with its tier's model. A name that is no longer in the book is not replaced by another agent. */
export function chosen(crew: Crew, choice: AgentChoice, job: AgentJob): AgentConfig {
  const definition = agentFor(crew.book, choice, job.role);
  if (!definition)
    throw new Failure(
      'agent-missing',
      `the agent this run began with as its ${job.role} is not on this host any more.`,
    );
  return ready(crew, definition, job.tier ?? 'standard');
}

/** As it is started here: with the tier's model, for the walls there are, and with the variables that are left to it. */
export function ready({ outside, sandbox }: Crew, definition: AgentDefinition, tier: Tier): AgentConfig {
  const config = agentOf(definition, { tier, walls: sandbox.name !== 'none' });
  return { ...config, pass: outside.of(definition).pass };
}

/**
 * Without walls there is no gate either: the agent has the host's network, and its keys.
 * @param ledger the folder where the use of model services is kept
 */
export function gateOf({ sandbox, outside, book }: Crew, ledger: string): AgentOptions['gate'] {
  if (sandbox.name === 'none') return undefined;
  const { account } = sandbox;
  return async ({ folder, agent: { name } }) => {
    const definition = book.agents[name];
    if (!definition) return undefined;
    const reach = outside.of(definition).outside;
    if (reach.hosts.length === 0 && reach.models.length === 0) return undefined;
    return openGate({ ...reach, folder, account, ledger });
  };
}
