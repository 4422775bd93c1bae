// The scripted agent over the Agent Client Protocol: the same scripts, and the ways an agent of that protocol may behave or misbehave.
// Started by the app like any other agent: node acp-scripted.js SCRIPT.json
import { readFileSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  type PermissionOptionKind,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type SessionUpdate,
  type StopReason,
  type ToolKind,
} from '@agentclientprotocol/sdk';
import { type Act, act, actFor } from './scripted.ts';

export interface AcpAct extends Act {
  /** Raw bytes on stdout between the messages, and words on stderr. */
  garbage?: string;
  stderr?: string;
  /** An endless line of this many bytes on stdout. */
  longLine?: number;
  /** Links it makes: name → where it leads. */
  links?: Record<string, string>;
  /** Says its environment and command line. */
  tellAll?: boolean;
  /** Steps of a plan: how many are done of how many. */
  plan?: [done: number, all: number];
  /** Tools it tells of: file by file. */
  tools?: { kind: ToolKind; title: string; path?: string; onlyUpdate?: boolean }[];
  /** Asks for leave and says what came of it. */
  leave?: { kind?: ToolKind; title?: string; path?: string; diff?: string; options?: PermissionOptionKind[] }[];
  /** Asks the app to write or read a file. */
  files?: { path: string; write?: string }[];
  /** A notification, an update and a request nobody knows, and an update that is not well formed. */
  unknown?: boolean;
  usage?: Record<string, number>;
  quota?: { input_tokens: number; output_tokens: number };
  cost?: number;
  /** Ends in the middle, with this exit code. */
  die?: number;
  /** Writes to stderr for so long. */
  chatterMs?: number;
  /** Waits until it is cancelled; `deaf` never hears it. */
  wait?: boolean;
  deaf?: boolean;
  error?: { code: number; message: string };
  stop?: StopReason;
  /** Said after the prompt was answered. */
  late?: string;
}
/** `start` is what it does before any prompt. */
export interface AcpStart extends Act {
  /** Never answers the greeting, or the wish for a session. */
  silent?: boolean;
  noSession?: boolean;
  version?: number;
  authRequired?: boolean;
  /** Does not end when its input does. */
  stays?: boolean;
  /** Modes and options it knows. */
  modes?: string[];
  options?: string[];
  garbage?: string;
  stderr?: string;
}
export type AcpScript = Record<string, AcpAct & AcpStart>;

const FOREVER = new Promise<never>(() => {});
const script = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AcpScript;
const start: AcpStart = script.start ?? {};
let cancel = (): void => {};
let prompts = 0;

interface Stage {
  client: AgentContext;
  sessionId: string;
}

async function play(does: AcpAct, stage: Stage): Promise<void> {
  const tell = (update: SessionUpdate): Promise<void> => update_(stage, update);
  const say = (text: string): Promise<void> =>
    tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  await makeNoise(does);
  for (const [name, to] of Object.entries(does.links ?? {})) await symlink(to, name);
  await chatter(does.chatterMs ?? 0);
  if (does.tellAll) await say(JSON.stringify([process.env, process.argv]));
  if (does.plan) await tell(planOf(...does.plan));
  for (const [at, { path, onlyUpdate, ...tool }] of (does.tools ?? []).entries()) {
    const locations = path === undefined ? [] : [{ path }];
    const sessionUpdate = onlyUpdate ? 'tool_call_update' : 'tool_call';
    await tell({ sessionUpdate, toolCallId: `tool-${prompts}-${at}`, ...tool, locations, status: 'completed' });
  }
  if (does.unknown) await speakInTongues(stage);
  for (const [at, wish] of (does.leave ?? []).entries()) await say(`${await askLeave(stage, wish, at)}\n`);
  for (const file of does.files ?? []) await say(`${await askFile(stage, file)}\n`);
  if (does.cost !== undefined) {
    const cost = { amount: does.cost, currency: 'USD' };
    await tell({ sessionUpdate: 'usage_update', used: 1, size: 2, cost });
  }
  await act(does, say);
  if (does.die !== undefined) process.exit(does.die);
  if (does.error) throw new RequestError(does.error.code, does.error.message);
}

async function makeNoise({ garbage, stderr, longLine = 0 }: AcpAct): Promise<void> {
  if (garbage) process.stdout.write(garbage);
  if (stderr) process.stderr.write(stderr);
  for (let sent = 0; sent < longLine; sent += 65_536) await spill('x'.repeat(65_536));
  if (longLine > 0) process.stdout.write('\n');
}

async function chatter(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    process.stderr.write('busy\n');
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

async function askLeave({ client, sessionId }: Stage, wish: NonNullable<AcpAct['leave']>[number], at: number) {
  const { kind, path, diff, options = ['allow_always', 'allow_once', 'reject_once'], title = `${kind} ${path}` } = wish;
  const content = diff === undefined ? [] : [{ type: 'diff' as const, path: diff, oldText: '', newText: 'x' }];
  const request: RequestPermissionRequest = {
    sessionId,
    toolCall: {
      ...{ toolCallId: `ask-${prompts}-${at}`, title, locations: path === undefined ? [] : [{ path }], content },
      ...(kind && { kind }),
    },
    options: options.map(each => ({ optionId: each, name: each, kind: each })),
  };
  const { outcome } = await client.request(methods.client.session.requestPermission, request);
  return `${title}: ${outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome}`;
}

async function askFile({ client, sessionId }: Stage, { path, write }: NonNullable<AcpAct['files']>[number]) {
  const wish =
    write === undefined
      ? client.request(methods.client.fs.readTextFile, { sessionId, path })
      : client.request(methods.client.fs.writeTextFile, { sessionId, path, content: write });
  return wish.then(
    answer => `${path}: ${'content' in answer ? answer.content : 'written'}`,
    error => `${path}: ${error.code} ${error.message}`,
  );
}

async function speakInTongues({ client, sessionId }: Stage): Promise<void> {
  await client.notify('_auth/status_update', { whatever: true });
  await client.notify('session/update', { sessionId, update: { sessionUpdate: 'of_tomorrow', x: 1 } });
  await client.notify('session/update', { sessionId, update: { sessionUpdate: 'tool_call', title: 7 } });
  await client.notify('session/update', 'nothing');
  await client.request('terminal/create', { sessionId, command: 'true' }).catch(() => undefined);
  await client.request('_of/tomorrow', {}).catch(() => undefined);
  process.stdout.write('{"jsonrpc":"2.0","id":"nobody-asked","result":{}}\n');
}

function planOf(done: number, all: number): SessionUpdate {
  const entries = Array.from({ length: all }, (_, at) => ({
    ...{ content: `step ${at + 1}`, priority: 'medium' as const },
    status: at < done ? ('completed' as const) : ('pending' as const),
  }));
  return { sessionUpdate: 'plan', entries };
}

function update_({ client, sessionId }: Stage, update: SessionUpdate): Promise<void> {
  return client.notify(methods.client.session.update, { sessionId, update });
}

async function spill(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise(resolve => process.stdout.once('drain', resolve));
}

function known(names: string[] | undefined, name: string): object {
  if (!names?.includes(name)) throw RequestError.invalidParams(undefined, `unknown: ${name}`);
  process.stderr.write(`took ${name}\n`);
  return {};
}

if (start.stays) setInterval(() => {}, 1000);
if (start.garbage) process.stdout.write(start.garbage);
if (start.stderr) process.stderr.write(start.stderr);
const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () =>
    start.silent ? FOREVER : { protocolVersion: start.version ?? PROTOCOL_VERSION, agentCapabilities: {} },
  )
  .onRequest(methods.agent.session.new, () => {
    if (start.authRequired) throw RequestError.authRequired();
    return start.noSession ? FOREVER : { sessionId: 's1' };
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => known(start.modes, params.modeId))
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    known(start.options, params.configId);
    return { configOptions: [] };
  })
  .onNotification(methods.agent.session.cancel, () => cancel())
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const prompt = params.prompt.map(block => (block.type === 'text' ? block.text : '')).join('\n');
    const stage = { client, sessionId: params.sessionId };
    prompts += 1;
    // A repair names no stage: without an act of its own it is the first prompt's over again.
    const whole =
      prompts === 1 ? prompt : `${await readFile(process.env.ULTRALOOP_PROMPT_FILE ?? '', 'utf8')}\n${prompt}`;
    const does = actFor<AcpAct>(script, whole, process.env.ULTRALOOP_ROLE ?? '') ?? {};
    const cancelled = new Promise<boolean>(resolve => {
      cancel = () => does.deaf || resolve(true);
    });
    await play(does, stage);
    const stopped = does.wait && (await cancelled);
    const { late, usage, quota } = does;
    const said: SessionUpdate | undefined = late
      ? { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: late } }
      : undefined;
    if (said) setTimeout(() => void update_(stage, said), 20);
    return {
      stopReason: stopped ? 'cancelled' : (does.stop ?? 'end_turn'),
      ...(usage && { usage }),
      ...(quota && { _meta: { quota: { token_count: quota } } }),
    };
  })
  .connect(ndJsonStream(output, input));
