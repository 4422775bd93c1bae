// A scripted model behind the real protocols: one server that speaks all of them, and does what a coding agent's model would do.
import { LLMock } from '@copilotkit/aimock';
import type { Role } from '../../src/tools.ts';

/** How the service behaves from now on. `talkative`: answers in prose first, so that it has to be asked once more. */
export type Mood = 'honest' | 'talkative' | 'unauthorised' | 'limited' | 'broken' | 'silent';

export interface Model {
  url: string;
  mood: Mood;
  /** What was asked for, by role; side calls of agents have none. Emptied by whoever wants to begin anew. */
  asked: string[];
  close(): Promise<void>;
}

interface Request {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[] | undefined;
}

const REFUSALS: Partial<Record<Mood, { status: number; message: string }>> = {
  unauthorised: { status: 401, message: 'invalid api key' },
  limited: { status: 429, message: 'rate limit reached' },
  broken: { status: 500, message: 'internal server error' },
};
/** Some agents are told where their prompt is, and read it themselves. */
const PROMPT_FILE = /what the file (\/\S+) says/;
const SILENCE_MS = 600_000;
const usage = { input_tokens: 1200, output_tokens: 34 };

export async function startModel(): Promise<Model> {
  const asked: string[] = [];
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  const model: Model = {
    url: '',
    mood: 'honest',
    asked,
    close: async () => void (await mock.stop()),
  };
  mock.on({ predicate: () => true }, async request => {
    const refusal = REFUSALS[model.mood];
    if (refusal) return { status: refusal.status, error: { message: refusal.message }, retryAfter: 90 };
    const text = request.messages.map(({ content }) => textOf(content)).join('\n');
    const role = /# Your role: (\w+)/.exec(text)?.[1] as Role | undefined;
    const file = PROMPT_FILE.exec(text)?.[1];
    if (role === undefined && file !== undefined) return { toolCalls: [shell(request, `cat '${file}'`)], usage };
    if (role !== undefined) asked.push(role);
    if (model.mood === 'silent') await new Promise(resolve => setTimeout(resolve, SILENCE_MS).unref());
    return role === undefined
      ? { content: 'A title' }
      : reply(request, { role, text, talkative: model.mood === 'talkative' });
  });
  await mock.start();
  model.url = mock.url;
  return model;
}

interface Asked {
  role: Role;
  text: string;
  talkative: boolean;
}

/** The implementer edits the file and writes its answer with the agent's own tools; the reviewer answers in its last message. */
function reply(request: Request, { role, text, talkative }: Asked) {
  if (role !== 'implementer') {
    const again = text.includes('Your last answer was not valid');
    return { content: talkative && !again ? 'Looks good to me.' : fenced({ verdict: 'CLEAN', priority_1: [] }), usage };
  }
  const opened = PROMPT_FILE.test(text) ? 1 : 0;
  const done = request.messages.filter(message => message.role === 'tool').length - opened;
  const result = /to the file `([^`]+)`/.exec(text)?.[1] ?? '';
  const answer = JSON.stringify({ outcome: 'done', summary: 'wrote the answer' });
  const steps = [...edits(request, result), shell(request, `printf '%s' '${answer}' > '${result}'`)];
  const step = steps[done];
  return step ? { toolCalls: [step], usage } : { content: 'The answer is written.', usage };
}

const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

/** With the agent's own tools where they take a whole file, which most want to have read before; else with its shell. */
function edits(request: Request, result: string) {
  // The worktree lies beside the job's folder, and is named for the run as it is.
  const [, data = '', run = ''] = /^(.*)\/runs\/([^/]+)\//.exec(result) ?? [];
  const path = `${data}/worktrees/${run}/answer.txt`;
  const [read, write] = FILE_TOOLS.find(([, name]) => has(request, name)) ?? [];
  if (read === undefined || write === undefined) return [shell(request, `echo 42 > '${path}'`)];
  return [call(read, { file_path: path }), call(write, { file_path: path, content: '42\n' })];
}

const FILE_TOOLS = [
  ['read_file', 'write_file'],
  ['Read', 'Write'],
] as const;

/** What each of them takes, and nothing more: some refuse a word they do not know. */
const SHELLS: Record<string, (command: string) => object> = {
  exec_command: command => ({ cmd: command }),
  run_shell_command: command => ({ command, description: 'write a file' }),
  Bash: command => ({ command, description: 'write a file' }),
  bash: command => ({ command, description: 'write a file' }),
  execute_command: command => ({ command, requires_approval: false }),
  run_commands: command => ({ commands: [command] }),
};

function shell(request: Request, command: string) {
  const name = Object.keys(SHELLS).find(tool => has(request, tool)) ?? 'bash';
  return call(name, SHELLS[name]?.(command) ?? {});
}

const has = ({ tools = [] }: Request, name: string): boolean => tools.some(tool => tool.function.name === name);

const call = (name: string, words: object) => ({ name, arguments: JSON.stringify(words) });

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(part => String((part as { text?: unknown }).text ?? '')).join('\n') : '';
}
