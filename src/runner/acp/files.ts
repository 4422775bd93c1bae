// Files an agent asks the app to read or write, which it may do without being offered it. The app never touches them: a command
// behind the agent's own walls does, so that nothing is possible this way that the agent could not do by itself.
import { RequestError } from '@agentclientprotocol/sdk';
import type { AgentSession } from '../agent-driver.ts';
import { type Ended, runProcess } from '../process.ts';
import { whyNot } from './permissions.ts';

const LIMIT_MS = 20_000;
const MOST = 1024 * 1024;
const WRITE = 'mkdir -p -- "$(dirname -- "$1")" && cat > "$1"';
/** 3 = not there, as agents expect it to be told. */
const READ = `[ -e "$1" ] || exit 3; [ -f "$1" ] || exit 4; head -c ${MOST} -- "$1"`;

export interface Files {
  write(path: string, text: string): Promise<void>;
  read(path: string, from: { line?: number | null; limit?: number | null }): Promise<string>;
}

/** @param refused told of every write that is not allowed */
export function openFiles(session: AgentSession, refused: (what: string, why: string) => void): Files {
  let n = 0;
  const run = (script: string, path: string, stdin?: string): Promise<Ended> => {
    const { argv, account, limits, env } = session.wrap(['/bin/sh', '-c', script, 'sh', path]);
    return runProcess({
      ...{
        argv,
        account,
        limits,
        cwd: session.cwd,
        env: { ...session.env, ...env },
        run: session.run,
        timeoutMs: LIMIT_MS,
      },
      // Its end must not be the agent's, which is another job.
      ...{ job: `${session.job}.file-${n++}`, signal: session.signal, keep: { head: MOST, tail: 0 } },
      ...(stdin === undefined ? {} : { stdin }),
    });
  };
  return {
    async write(path, text) {
      const why = await whyNot(path, session);
      if (why !== undefined) {
        refused(`write ${path}`, why);
        throw RequestError.invalidParams(undefined, why);
      }
      const { exitCode } = await run(WRITE, path, text);
      if (exitCode !== 0) throw RequestError.internalError(undefined, 'the file could not be written');
    },
    async read(path, { line, limit }) {
      const { exitCode, log } = await run(READ, path);
      if (exitCode === 3) throw RequestError.resourceNotFound(path);
      if (exitCode !== 0) throw RequestError.internalError(undefined, 'the file could not be read');
      if (!line && !limit) return log.head;
      const from = Math.max(0, (line ?? 1) - 1);
      return log.head
        .split('\n')
        .slice(from, limit ? from + limit : undefined)
        .join('\n');
    },
  };
}
