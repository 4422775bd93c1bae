// One turn of the agent inside a stage: its spend is always recorded, its way of ending becomes a failure or not.
import { Failure, type FailureCode } from '../failures.ts';
import type { StageName } from '../record.ts';
import type { AgentJob, AgentTurn, Brief, ModelTrouble, Role, Tier } from '../tools.ts';
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

/**
 * The failure an ending stands for; undefined when the agent ended by itself and well, or was cancelled by a person. What its model
 * service refused explains a bad ending, and a good one without effect: agents tell that in many ways, or not at all.
 * @param hadEffect it changed the tree, or gave a valid answer
 */
export function failureOf(turn: AgentTurn, hadEffect = false): Failure | undefined {
  const { outcome, trouble, over, log } = turn;
  const seconds = Math.round(turn.ms / 1000);
  if (outcome === 'cancelled') return undefined;
  if (outcome === 'missing') return new Failure('agent-missing', lastLine(turn) || 'it could not be started', { log });
  if (trouble && !over && (outcome !== 'ok' || !hadEffect)) return refused(trouble, turn);
  switch (outcome) {
    case 'timeout':
      return new Failure('agent-timeout', `stopped after ${seconds} s`, { log });
    case 'idle':
      return new Failure('agent-idle', `no output for too long; stopped after ${seconds} s`, { log });
    case 'failed':
      return new Failure('agent-failed', over?.why ?? `exit code ${turn.exitCode ?? 'none'}`, { log });
    default:
      return undefined;
  }
}

/** The same for a turn that was to change files: one that did nothing and says nothing is not done. A person's stop is no failure. */
export function failureOfWork(turn: AgentTurn, hadEffect: boolean): Failure | undefined {
  const failure = failureOf(turn, hadEffect);
  if (failure || hadEffect || turn.outcome === 'cancelled') return failure;
  return new Failure('no-effect', 'it ended by itself, without a change and without an answer', { log: turn.log });
}

const REFUSED = {
  limited: 'model-limited',
  overloaded: 'model-limited',
  unauthorised: 'model-refused',
  capped: 'cap-reached',
} as const satisfies Record<ModelTrouble['kind'], FailureCode>;

/** What the app measured speaks for itself; what an agent said is shown. */
function refused({ kind, detail, until, source }: ModelTrouble, { log }: AgentTurn): Failure {
  return new Failure(REFUSED[kind], detail, {
    ...(source === 'agent' && { log }),
    ...(until !== undefined && { until }),
  });
}

/** It concerns every turn that asks a model, not only the one that met it. */
export function ofModel({ code }: Failure): boolean {
  return Object.values<FailureCode>(REFUSED).includes(code);
}

/** What the steps table says of a turn a person stopped: it is no failure, and no success either. */
export function wasStopped(turn: AgentTurn): string | undefined {
  return turn.outcome === 'cancelled' ? 'stopped by a person' : undefined;
}

function lastLine(turn: AgentTurn): string {
  return (turn.log.tail || turn.log.head).trimEnd().split('\n').at(-1)?.slice(0, 300) ?? '';
}
