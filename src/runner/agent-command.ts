// Drives any agent that is a command line: an argv template without a shell, the prompt by file or stdin, the answer by file or stdout.
import { parseCommandString } from 'execa';
import type { AgentDriver, AgentSession } from './agent.ts';
import { missing } from './missing.ts';
import { runProcess } from './process.ts';
import { findProgram } from './sandbox/programs.ts';

/**
 * `template` is a command line (split on spaces, `\ ` is a space in an argument) or its arguments. Placeholders: `{promptFile}`,
 * `{resultFile}`, `{cwd}`, `{role}`, `{model}`. Without `{promptFile}` the prompt comes on stdin.
 */
export function commandAgent(template: string | readonly string[]): AgentDriver {
  const parts = typeof template === 'string' ? parseCommandString(template) : [...template];
  if (!parts[0]) throw new Error('the command line of the agent is empty');
  const byFile = parts.some(part => part.includes('{promptFile}'));
  return session => {
    const command = parts.map(part => fill(part, session));
    const { argv, account, ...wrapped } = session.wrap(command);
    const { run, job, cwd, timeoutMs, idleMs, signal, onOutput } = session;
    // Behind walls it would be the walls that say so, as if the agent had.
    if (argv !== command && !findProgram(command[0] ?? '', session.env.PATH, cwd))
      return Promise.resolve(missing({ argv: command, cwd }));
    const stdin = byFile ? {} : { stdin: session.prompt };
    const env = { ...session.env, ...paths(session), ...wrapped.env };
    return runProcess({
      ...{ argv, account, cwd, env, job, run },
      ...{ timeoutMs, idleMs, signal, onOutput, ...stdin },
    });
  };
}

/** One pass: a value that looks like a placeholder is not filled again. */
function fill(part: string, session: AgentSession): string {
  return part.replace(/\{(promptFile|resultFile|cwd|role|model)\}/g, (_, name: string) => session[name as Placeholder]);
}
type Placeholder = 'promptFile' | 'resultFile' | 'cwd' | 'role' | 'model';

/** For agents that are scripts. */
function paths(session: AgentSession): Record<string, string> {
  return {
    ULTRALOOP_ROLE: session.role,
    ULTRALOOP_PROMPT_FILE: session.promptFile,
    ULTRALOOP_RESULT_FILE: session.resultFile,
  };
}
