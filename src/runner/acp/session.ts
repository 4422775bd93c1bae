// The beginning of a conversation: greeting, a session in the worktree, the mode of the role, and the options of the configuration.
import {
  type ClientConnection,
  type InitializeRequest,
  methods,
  type NewSessionResponse,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk';
import { within } from '../../within.ts';
import type { AgentSession } from '../agent-driver.ts';
import { line } from './updates.ts';

const GREETING_MS = 90_000;
/** Some unpack themselves the first time. */
const OPENING_MS = 180_000;

/** Answers the session's id. Throws when the agent does not begin one; what it does not know of the rest is noted. */
export async function begin(
  connection: ClientConnection,
  session: AgentSession,
  note: (text: string) => void,
): Promise<string> {
  const { agent } = connection;
  const greeting = Math.min(GREETING_MS, session.idleMs / 2);
  const hello = await within(greeting, silent(session, greeting), agent.request(methods.agent.initialize, ABOUT_US));
  if (hello.protocolVersion !== PROTOCOL_VERSION)
    throw new Error(`it speaks version ${hello.protocolVersion} of the protocol, the app speaks ${PROTOCOL_VERSION}`);
  const opening = agent.request(methods.agent.session.new, { cwd: session.cwd, mcpServers: [] });
  const opened = await within(OPENING_MS, 'it began no session in three minutes', opening);
  const attempt = async (what: string, request: Promise<unknown>): Promise<void> => {
    try {
      await within(OPENING_MS, 'no answer', request);
    } catch (error) {
      if (connection.signal.aborted) throw error;
      note(`${session.config.title} did not take ${what}: ${line((error as Error).message)}`);
    }
  };
  const { sessionId } = opened;
  const modeId = session.config.mode?.[session.readOnly ? 'read' : 'write'];
  if (modeId !== undefined)
    await attempt(`the mode \`${modeId}\``, agent.request(methods.agent.session.setMode, { sessionId, modeId }));
  for (const [configId, value] of Object.entries(session.filled.options)) {
    // An empty one is a model nobody chose.
    if (value === '') continue;
    const chosen = { sessionId, configId, ...typed(opened, configId, value) };
    await attempt(`the option \`${configId}\``, agent.request(methods.agent.session.setConfigOption, chosen));
  }
  return sessionId;
}

/** It is offered nothing of ours: files and commands are its own affair, behind its walls. */
const ABOUT_US: InitializeRequest = {
  protocolVersion: PROTOCOL_VERSION,
  clientInfo: { name: 'ultraloop', version: '1' },
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
};

function typed({ configOptions }: NewSessionResponse, configId: string, value: string) {
  const isSwitch = configOptions?.find(({ id }) => id === configId)?.type === 'boolean';
  return isSwitch ? { type: 'boolean' as const, value: value === 'true' } : { value };
}

function silent({ filled }: AgentSession, ms: number): string {
  const program = filled.command.slice(0, 2).join(' ');
  return `\`${program}\` did not answer the greeting in ${Math.round(ms / 1000)} s: does it speak ACP? Some need a word for it, such as \`--acp\``;
}
