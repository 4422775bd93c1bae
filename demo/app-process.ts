// Starts, kills and ends the process of the app.
import { type ChildProcess, fork } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { JournalEntry } from './journal.ts';

/** The app gives itself 10 s to end; this is a little more. */
const END_WITHIN_MS = 12_000;
const SHOWN_LINES = 15;

export interface AppProcess {
  /** Answers when the app listens. Throws, with the end of its log, when it ends instead. */
  start(): Promise<void>;
  /** SIGKILL: the app gets no chance to end well. Inside the sandbox its agent ends with it; without, it goes on, as after a real crash. */
  kill(): Promise<void>;
  /** SIGTERM, and SIGKILL when that is not enough. Safe to call at any time and twice. */
  stop(): Promise<void>;
  /** Rejects when the app ends though nobody asked it to. */
  died: Promise<never>;
}

interface Options {
  env: NodeJS.ProcessEnv;
  logFile: string;
  onStep(step: JournalEntry): void;
  /** Shown by `ps`, so that a person can tell whose it is. */
  label: string;
}

export function appProcess({ env, logFile, onStep, label }: Options): AppProcess {
  let child: ChildProcess | undefined;
  let wanted = false;
  let die: (error: Error) => void = () => undefined;
  const died = new Promise<never>((_, reject) => {
    die = reject;
  });
  died.catch(() => undefined);

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    wanted = false;
    const current = child;
    if (!current || current.exitCode !== null || current.signalCode !== null) return;
    const gone = new Promise(resolve => current.once('exit', resolve));
    current.kill(signal);
    const late = new AbortController();
    sleep(END_WITHIN_MS, undefined, { signal: late.signal }).then(
      () => current.kill('SIGKILL'),
      () => undefined,
    );
    await gone;
    late.abort();
  };
  return {
    died,
    async start() {
      wanted = true;
      const log = await open(logFile, 'a');
      // Detached: a terminal's Ctrl-C reaches the demo alone, which then ends everything in order.
      const started = fork(fileURLToPath(new URL('./app.js', import.meta.url)), [label], {
        env,
        detached: true,
        execArgv: [],
        stdio: ['ignore', log.fd, log.fd, 'ipc'],
      });
      child = started;
      await log.close();
      await new Promise<void>((resolve, reject) => {
        started.on('message', (message: { listening?: string; step?: JournalEntry }) => {
          if (message.listening !== undefined) resolve();
          if (message.step) onStep(message.step);
        });
        started.once('error', reject);
        started.once('exit', (code, signal) => {
          if (!wanted || started !== child) return reject(new Error('the app was ended while it started'));
          explain(logFile, signal ?? `exit code ${code}`).then(error => {
            reject(error);
            die(error);
          });
        });
      });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function explain(logFile: string, how: string): Promise<Error> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const lines = log.trimEnd().split('\n').slice(-SHOWN_LINES);
  return new Error(`The app ended by itself (${how}). The end of its log:\n${lines.join('\n')}`);
}
