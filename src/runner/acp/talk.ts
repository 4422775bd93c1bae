// The conversation with an agent: who we are, a session in the worktree in the mode of the role, a prompt, and one that asks once more.
import {
  type ClientConnection,
  client,
  methods,
  type PromptRequest,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk';
import type { AgentSession } from '../agent-driver.ts';
import { openFiles } from './files.ts';
import { choose, refusal } from './permissions.ts';
import { openRefusals } from './refusals.ts';
import { begin } from './session.ts';
import type { Updates } from './updates.ts';

/** How it came to its end: the agent's own reason, or what went wrong; `closed` = the pipe did. */
export type How = { stop: string } | { error: string; closed: boolean };
export interface Talk {
  /** Never throws; it ends at the latest when the pipes do. */
  hold(): Promise<How>;
  /** False when there is nothing to cancel yet. */
  cancel(): boolean;
  notes(): string[];
}
export interface Hearing {
  updates: Updates;
  answered(response: unknown): void;
}

const QUIET_MS = 50;
const LONGEST_QUIET_MS = 1_000;

export function openTalk(session: AgentSession, stream: Stream, { updates, answered }: Hearing): Talk {
  const refusals = openRefusals(session);
  const connection = connect(session, stream, { updates, refusals });
  const notes: string[] = [];
  let sessionId: string | undefined;
  const prompt = async (id: string, text: string): Promise<string> => {
    updates.begin();
    const content: PromptRequest = { sessionId: id, prompt: [{ type: 'text', text }] };
    const response = await connection.agent.request(methods.agent.session.prompt, content);
    answered(response);
    await quiet(updates);
    return response.stopReason;
  };
  const converse = async (): Promise<string> => {
    const id = await begin(connection, session, note => notes.push(note));
    sessionId = id;
    const stop = await prompt(id, session.prompt);
    const section = stop === 'end_turn' ? await session.again(updates.text()) : undefined;
    return section === undefined ? stop : prompt(id, section);
  };
  return {
    async hold() {
      try {
        return { stop: await converse() };
      } catch (error) {
        return { error: wordsOf(error), closed: connection.signal.aborted };
      }
    },
    cancel() {
      if (sessionId === undefined) return false;
      connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
      return true;
    },
    notes: () => [...notes, ...refusals.notes()],
  };
}

interface Ears {
  updates: Updates;
  refusals: ReturnType<typeof openRefusals>;
}

function connect(session: AgentSession, stream: Stream, { updates, refusals }: Ears): ClientConnection {
  const files = openFiles(session, refusals.add);
  return client({ name: 'ultraloop' })
    .onRequest(methods.client.session.requestPermission, async ({ params: { toolCall, options } }) => {
      if (session.signal?.aborted) return { outcome: { outcome: 'cancelled' } };
      const asked = updates.tool(toolCall);
      const why = await refusal(asked, session);
      const optionId = choose(options, why === undefined);
      const verdict = why ?? (optionId === undefined ? 'it could only be allowed for always' : undefined);
      const said = `${asked.kind ?? 'tool'}: ${asked.title}`;
      if (verdict !== undefined) refusals.add(said, verdict);
      session.onActivity?.({ kind: 'permission', title: `${verdict === undefined ? 'allowed' : 'refused'} ${said}` });
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    })
    .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
      await files.write(path, content);
      return {};
    })
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => ({
      content: await files.read(params.path, params),
    }))
    .connect(stream);
}

/** Some tell the last of a turn after its end. */
async function quiet({ last }: Updates): Promise<void> {
  const end = performance.now() + LONGEST_QUIET_MS;
  const since = performance.now();
  for (let wait = QUIET_MS; wait > 0 && performance.now() < end; ) {
    await new Promise(resolve => setTimeout(resolve, wait));
    wait = Math.max(since, last()) + QUIET_MS - performance.now();
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error);
  const more = error.data === undefined || error.data === null ? '' : `: ${JSON.stringify(error.data).slice(0, 500)}`;
  return `${error.message.slice(0, 1000)} (${error.code})${more}`;
}
