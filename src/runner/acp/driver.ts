// Drives an agent over the Agent Client Protocol: its process under the same guarantees as any other, spoken with until it is done.
import type { AgentDriver, AgentSession, Driven } from '../agent-driver.ts';
import { startOf } from '../agent-driver.ts';
import { type Ended, type Opened, openProcess } from '../process.ts';
import { openLines } from './lines.ts';
import { type How, openTalk, type Talk } from './talk.ts';
import { listen } from './updates.ts';
import { openTally } from './usage.ts';

/** After its last answer an agent may put its things away; then it is ended. */
const LEAVE_MS = 2_500;
/** After it was asked to stop. */
const GRACE_MS = 2_000;
const TAIL = 1_500;

export const acpDriver: AgentDriver = async session => {
  const start = startOf(session);
  if ('log' in start) return nothing(start);
  const kill = new AbortController();
  if (session.signal?.aborted) kill.abort();
  const opened = openProcess({ ...start, signal: kill.signal, talk: true });
  const { stdin, stdout } = opened.child ?? {};
  if (!stdin || !stdout) return nothing(await opened.ended);

  const tally = openTally(session.config.usageScope);
  const write = (text: string | Buffer): void => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    opened.log.push(bytes);
    session.onOutput?.(bytes);
  };
  const { cwd, onActivity } = session;
  const updates = listen({ cwd, onActivity, write, onUsage: tally.update });
  const noise = (line: Buffer): void => write(Buffer.concat([line, Buffer.from('\n')]));
  const stream = openLines(stdin, stdout, { alive: opened.alive, told: updates.hear, noise });
  const talk = openTalk(session, stream, { updates, answered: tally.answered });
  const heed = heedStop(session, talk, kill);
  const how = await talk.hold();
  updates.flush();
  const ended = await leave(opened, kill);
  heed();
  const verdict = judge({ how, ended, stopped: session.signal?.aborted === true, killed: kill.signal.aborted });
  if (verdict.error !== undefined) write(`\n[${verdict.error}]\n`);
  const log = ended.outcome === 'missing' ? ended.log : opened.log.log();
  const { exitCode, over, ms, leftovers } = ended;
  return {
    ...{ outcome: verdict.outcome, exitCode, ...(over && { over }), log, ms, leftovers },
    ...{ text: updates.text(), usage: tally.usage(), notes: talk.notes() },
    ...(verdict.error !== undefined && { error: `${log.tail.slice(-TAIL)}\n${verdict.error}` }),
  };
};

/** A stop by a person is asked for politely first, so that what was used so far is told. */
function heedStop({ signal }: AgentSession, talk: Talk, kill: AbortController): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    timer = setTimeout(() => kill.abort(), talk.cancel() ? GRACE_MS : 0);
  };
  signal?.addEventListener('abort', stop, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  };
}

/** Its input ends; who does not end with it is ended. */
async function leave({ child, ended }: Opened, kill: AbortController): Promise<Ended> {
  child?.stdin?.end();
  const timer = setTimeout(() => kill.abort(), LEAVE_MS);
  return ended.finally(() => clearTimeout(timer));
}

interface Ending {
  how: How;
  ended: Ended;
  /** By a person. */
  stopped: boolean;
  /** Because it did not leave by itself. */
  killed: boolean;
}

/** That it ended is not yet that it worked: whoever asked judges by what there is. */
function judge({ how, ended, stopped, killed }: Ending): Pick<Driven, 'outcome' | 'error'> {
  if (stopped) return { outcome: 'cancelled' };
  if (ended.over) return { outcome: 'failed', error: ended.over.why };
  if ('stop' in how)
    return how.stop === 'end_turn'
      ? { outcome: 'ok' }
      : { outcome: 'failed', error: WHY[how.stop] ?? `it ended with ${how.stop}` };
  if (!how.closed) return { outcome: 'failed', error: how.error };
  if (killed) return { outcome: 'failed', error: 'the agent closed the conversation' };
  if (ended.outcome !== 'exited') return { outcome: ended.outcome };
  return { outcome: 'failed', error: `the agent exited (${ended.exitCode ?? 'by a signal'})` };
}

const WHY: Record<string, string> = {
  cancelled: 'the agent cancelled its turn by itself',
  max_tokens: 'the agent ran into its own limit of tokens',
  max_turn_requests: 'the agent ran into its own limit of requests',
  refusal: 'the agent refused to go on',
};

function nothing({ outcome, ...ended }: Ended): Driven {
  const { exitCode, log, ms, leftovers } = ended;
  return { outcome: outcome === 'exited' ? 'failed' : outcome, exitCode, log, ms, leftovers, text: '', notes: [] };
}
