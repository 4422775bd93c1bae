// A coding agent without a model: it does what its script says for this stage of this iteration, and really does it.
// Started by the app like any other agent, with a script: node scripted.js SCRIPT.json
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Act {
  /** Its model, asked first; refused, it says so and does nothing of all below, as agents do. */
  asksModel?: { path: string; body: unknown };
  /** File → content, relative to the working folder. */
  write?: Record<string, string>;
  /** File → what is put after its present content. */
  append?: Record<string, string>;
  delete?: string[];
  /** Like `write`; each character of the name is a byte of it, so that names need not be text. */
  writeBytes?: Record<string, string>;
  say?: string;
  /** This many bytes on stdout that are no text in any encoding. */
  flood?: number;
  sleepMs?: number;
  /** Works on until its script has an entry of this name. */
  until?: string;
  /** Starts children that outlive the agent. */
  children?: number;
  /** Ignores SIGTERM and never ends. */
  hang?: boolean;
  /** The answer: written to the result file; `raw` goes to stdout as it is. */
  answer?: unknown;
  raw?: string;
  exit?: number;
}
/**
 * `execute-1`, `review-1`, `improve-1`, `debug-1` …; `execute`, `review`, `improve` for every iteration without one of its own;
 * `slice-1-2`, `slice-1`, `slice-1-outer-1` for attempts at slices of the ralph loop; `repair` when the reviewer is asked once more.
 * Of autoiter `observe-1`, `implement-FIX-001-2`, `implement-FIX-001`, `implement`: verb, fix or issue, iteration.
 */
export type Script = Record<string, Act>;

/** Their briefs begin with `Review iteration 2`, `Debug iteration 2` and so on. */
const STAGE_OF_ROLE: Record<string, string> = {
  reviewer: 'review',
  planner: 'plan',
  tester: 'verify',
  debugger: 'debug',
};

/** Which stage of which iteration a prompt asks for. */
function stageOf(prompt: string, role: string): [stage: string, iteration: string] {
  const [, iter, verb, subject] = /^## Autoiter iter-(\d+) · (\w+)(?: (\S+))?$/m.exec(prompt) ?? [];
  if (iter && verb) return [subject ? `${verb}-${subject}` : verb, iter];
  const [, slice, attempt = '1', outer] =
    /^## Slice (\S+), attempt (\d+) of \d+( of the outer pass)?$/m.exec(prompt) ?? [];
  if (slice) return [outer ? `${slice}-outer` : slice, attempt];
  const improve = /must-fix items of iteration (\d+)/.exec(prompt)?.[1];
  if (improve) return ['improve', improve];
  const stage = STAGE_OF_ROLE[role];
  if (stage) return [stage, /^## \w+ iteration (\d+)/m.exec(prompt)?.[1] ?? '1'];
  return ['execute', /Resume: iteration (\d+)/.exec(prompt)?.[1] ?? '1'];
}

/** Does it all, in the order of `Act`; words and raw output go to `print`. */
export async function act(does: Act, print: (text: string) => unknown): Promise<void> {
  if (does.asksModel && !(await mayGoOn(does.asksModel, print))) return;
  if (does.hang) process.on('SIGTERM', () => undefined);
  for (const [file, text] of Object.entries(does.write ?? {})) await put(file, text);
  for (const [file, text] of Object.entries(does.append ?? {})) await put(file, (await content(file)) + text);
  for (const file of does.delete ?? []) await rm(join(process.cwd(), file), { force: true });
  for (const [name, text] of Object.entries(does.writeBytes ?? {})) await writeFile(Buffer.from(name, 'latin1'), text);
  if (does.say) await print(`${does.say}\n`);
  if (does.flood) await flood(does.flood);
  for (let i = 0; i < (does.children ?? 0); i++)
    spawn('sh', ['-c', 'sleep 300'], { detached: true, stdio: 'ignore' }).unref();
  await linger(does);
  const result = process.env.ULTRALOOP_RESULT_FILE;
  if (does.answer !== undefined && result) await writeFile(result, JSON.stringify(does.answer));
  if (does.raw !== undefined) await print(does.raw);
}

/** By the address and with the key it was given. */
async function mayGoOn(
  { path, body }: NonNullable<Act['asksModel']>,
  print: (text: string) => unknown,
): Promise<boolean> {
  const { ANTHROPIC_BASE_URL: base = '', ANTHROPIC_API_KEY: key = '' } = process.env;
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const broken = /^event: error/m.test(text);
  if (!answer.ok || broken) await print(`The model said ${answer.status}: ${text}\n`);
  return answer.ok && !broken;
}

async function linger({ sleepMs, until, hang }: Act): Promise<void> {
  if (sleepMs) await new Promise(resolve => setTimeout(resolve, sleepMs));
  if (until) await entry(until);
  if (hang) await new Promise(resolve => setTimeout(resolve, 2 ** 30));
}

/** The script is written while it is read: what cannot be understood yet is read again. */
async function entry(name: string): Promise<void> {
  for (;;) {
    const text = await readFile(process.argv[2] ?? '', 'utf8');
    if (text.endsWith('}') && name in JSON.parse(text)) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

async function flood(bytes: number): Promise<void> {
  const line = Buffer.from([...Array(79).fill(0xff), 0x0a]);
  const chunk = Buffer.concat(Array(1000).fill(line));
  for (let sent = 0; sent < bytes; sent += chunk.length)
    if (!process.stdout.write(chunk)) await new Promise(resolve => process.stdout.once('drain', resolve));
}

async function put(file: string, text: string): Promise<void> {
  const path = join(process.cwd(), file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function content(file: string): Promise<string> {
  return readFile(join(process.cwd(), file), 'utf8').catch(() => '');
}

/** What the script says for a prompt. */
export function actFor<T extends Act>(script: Record<string, T>, prompt: string, role: string): T | undefined {
  const [stage, iteration] = stageOf(prompt, role);
  const repair = prompt.includes('Your last answer was not valid') ? script.repair : undefined;
  return repair ?? script[`${stage}-${iteration}`] ?? script[stage] ?? script[/^[a-z]+/.exec(stage)?.[0] ?? ''];
}

async function main(): Promise<void> {
  const script = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Script;
  const prompt = await readFile(process.env.ULTRALOOP_PROMPT_FILE ?? '', 'utf8');
  const does = actFor(script, prompt, process.env.ULTRALOOP_ROLE ?? '') ?? {};
  await act(does, text => process.stdout.write(text));
  process.exitCode = does.exit ?? 0;
}

// Others act the same way over another protocol.
if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await main();
