// One turn of the agent inside a stage: its spend is always recorded, its way of ending becomes a failure or not.
import { Failure } from '../failures.ts';
import type { StageName } from '../record.ts';
import type { AgentJob, AgentTurn, Brief, Role, Tier } from '../tools.ts';
import type { Cycle } from './cycle.ts';

export interface Ask {
  stage: StageName;
  role: Role;
  brief: Brief[];
  name?: string;
  tier?: Tier;
  /** Roles that only look work in a copy that is thrown away; the default is by role. */
  readOnly?: boolean;
  /** Roles whose answer is needed; see `AgentJob`. */
  mistake?: AgentJob['mistake'];
}

/** Roles that change the worktree; all others only look. */
const WRITERS: ReadonlySet<Role> = new Set<Role>(['implementer', 'debugger', 'medic', 'tester']);

export async function agentTurn(cycle: Cycle, ask: Ask): Promise<AgentTurn> {
  const { limits } = cycle.spec;
  const turn = await cycle.tools.agent.run({
    ...ask,
    from: cycle.tree,
    readOnly: ask.readOnly ?? !WRITERS.has(ask.role),
    timeoutMin: limits.agent_timeout_min,
    idleMin: limits.agent_idle_min,
  });
  const { source, ...numbers } = turn.usage ?? { source: undefined };
  cycle.draft.spend.push({
    stage: ask.stage,
    role: ask.name === undefined ? ask.role : `${ask.role} ${ask.name}`,
    ms: turn.ms,
    ...numbers,
    ...(source !== undefined && { source }),
    killed: turn.outcome === 'timeout' || turn.outcome === 'idle' || turn.outcome === 'cancelled',
  });
  if (turn.leftovers > 0)
    cycle.draft.notes.push(`The ${ask.role} left ${turn.leftovers} processes running; they were stopped.`);
  const { notes } = cycle.draft;
  notes.push(...(turn.notes ?? []).filter(note => !notes.includes(note)));
  return turn;
}

/** The failure an ending stands for; undefined when the agent ended by itself and well, or was cancelled by a person. */
export function failureOf(turn: AgentTurn): Failure | undefined {
  const seconds = Math.round(turn.ms / 1000);
  switch (turn.outcome) {
    case 'missing':
      return new Failure('agent-missing', lastLine(turn) || 'it could not be started', { log: turn.log });
    case 'timeout':
      return new Failure('agent-timeout', `stopped after ${seconds} s`, { log: turn.log });
    case 'idle':
      return new Failure('agent-idle', `no output for too long; stopped after ${seconds} s`, { log: turn.log });
    case 'failed':
      return new Failure('agent-failed', turn.over?.why ?? `exit code ${turn.exitCode ?? 'none'}`, { log: turn.log });
    default:
      return undefined;
  }
}

/** What the steps table says of a turn a person stopped: it is no failure, and no success either. */
export function wasStopped(turn: AgentTurn): string | undefined {
  return turn.outcome === 'cancelled' ? 'stopped by a person' : undefined;
}

function lastLine(turn: AgentTurn): string {
  return (turn.log.tail || turn.log.head).trimEnd().split('\n').at(-1)?.slice(0, 300) ?? '';
}
