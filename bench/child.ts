// Programs of the bench that run in a process of their own, so that their CPU time and memory are theirs: start, ask, stop.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Child {
  pid: number;
  /** From the start of the process until it listened. */
  startedMs: number;
  /** What it listens on. */
  url: string;
  ask<T>(call: string, ...args: unknown[]): Promise<T>;
  /** SIGTERM, then waits for the end. */
  stop(): Promise<void>;
}
export interface ChildOptions {
  /** Its output goes to `<dir>/<name>.log`. */
  dir: string;
  env?: NodeJS.ProcessEnv;
  execArgv?: string[];
}

type Calls = Record<string, (...args: never[]) => unknown>;
interface Question {
  question: number;
  call: string;
  args: never[];
}
type Message = { listening?: string; answer?: number; value?: unknown; error?: string };

const ALIVE = new Set<() => void>();

/** Ends all that a measurement which broke left running. */
export function killChildren(): void {
  for (const kill of ALIVE) kill();
}
process.once('exit', killChildren);

/** Starts `bench/<name>.js` and waits until it says that it listens. */
export async function startChild(name: string, { dir, env, execArgv = [] }: ChildOptions): Promise<Child> {
  const logFile = join(dir, `${name}.log`);
  const out = openSync(logFile, 'a');
  const started = performance.now();
  const child = fork(join(import.meta.dirname, `${name}.js`), {
    execArgv,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', out, out, 'ipc'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  ALIVE.add(kill);
  const waiting = new Map<number, (message: Message) => void>();
  let asked = 0;
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.listening !== undefined) resolve(message.listening);
      if (message.answer !== undefined) waiting.get(message.answer)?.(message);
    });
    child.once('exit', () => {
      ALIVE.delete(kill);
      const error = `${name} ended. Its last words:\n${readFileSync(logFile, 'utf8').slice(-2000)}`;
      reject(new Error(error));
      for (const answer of waiting.values()) answer({ error });
    });
  });
  return {
    pid: child.pid ?? 0,
    startedMs: performance.now() - started,
    url,
    ask<T>(call: string, ...args: unknown[]): Promise<T> {
      const question = ++asked;
      return new Promise<T>((resolve, reject) => {
        waiting.set(question, ({ value, error }) => {
          waiting.delete(question);
          if (error === undefined) resolve(value as T);
          else reject(new Error(error));
        });
        child.send({ question, call, args });
      });
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** In the child: answers questions by these functions. */
export function answer(calls: Calls): void {
  process.once('disconnect', () => process.exit(1)); // the bench is gone
  process.on('message', async (message: Question) => {
    const { question, call, args } = message;
    try {
      process.send?.({ answer: question, value: await calls[call]?.(...args) });
    } catch (error) {
      process.send?.({ answer: question, error: String(error) });
    }
  });
}
