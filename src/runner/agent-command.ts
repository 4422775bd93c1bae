// Drives any agent that is a command line: its arguments without a shell, the prompt by file or stdin, the answer by file or stdout.
import { type AgentDriver, type AgentSession, type Driven, startOf } from './agent-driver.ts';
import { readOutput } from './agent-output.ts';
import { addUsage } from './agent-usage.ts';
import { joinLogs } from './capture.ts';
import { runProcess } from './process.ts';

/** Without `{promptFile}` in its command the prompt comes on stdin. An answer that is none is asked for by a second start. */
export const commandDriver: AgentDriver = async session => {
  const first = await once(session, session.prompt);
  if (first.outcome !== 'ok') return first;
  const section = await session.again(first.text);
  const left = session.timeoutMs - first.ms;
  if (section === undefined || left <= 0) return first;
  const prompt = `${session.prompt}\n${section}\n`;
  await session.tell(prompt);
  return joined(first, await once({ ...session, timeoutMs: left }, prompt));
};

async function once(session: AgentSession, prompt: string): Promise<Driven> {
  const start = startOf(session);
  const byFile = session.config.command.some(part => part.includes('{promptFile}'));
  const ended = 'log' in start ? start : await runProcess({ ...start, ...(byFile ? {} : { stdin: prompt }) });
  const { exitCode, over, log, ms, leftovers } = ended;
  const { text, usage } = readOutput(ended.stdout, session.config);
  const outcome = ended.outcome !== 'exited' ? ended.outcome : exitCode === 0 ? 'ok' : 'failed';
  const error = log.tail || log.head;
  return { outcome, exitCode, ...(over && { over }), log, ms, leftovers, text, usage, notes: [], error };
}

/** How the second one ended is how the turn did. */
function joined(first: Driven, second: Driven): Driven {
  return {
    ...second,
    log: joinLogs(first.log, second.log),
    ms: first.ms + second.ms,
    leftovers: first.leftovers + second.leftovers,
    usage: addUsage(first.usage, second.usage),
    notes: [...first.notes, ...second.notes],
  };
}
