// Tells the operator's own channels of a terminal event (K17): a webhook and a command. Neither can fail or hold up a run.
import { createHmac } from 'node:crypto';
import { parseCommandString } from 'execa';
import { cleanEnv } from './environment.ts';
import { runProcess } from './process.ts';

export interface Notice {
  /** `autoiter_done`, `escalated`, `done` … */
  event: string;
  run: string;
  /** Path of the run's status.md. */
  statusFile: string;
  /** One or two plain sentences; `text` of the body, as chat tools want it. */
  text: string;
  /** What else the webhook's body says. */
  facts: Record<string, unknown>;
}
export interface Channels {
  webhook?: { url: string; secret: string } | undefined;
  /** Command line, split on spaces and started without a shell. */
  command?: string | undefined;
}

const WITHIN_MS = 10_000;
const COMMAND_WITHIN_MS = 60_000;
const TRIES = 2;

/** Answers what went wrong, one line each; nothing in it is secret. Never throws. */
export async function notify(channels: Channels, notice: Notice): Promise<string[]> {
  const told = await Promise.allSettled([
    channels.webhook ? post(channels.webhook, notice) : undefined,
    channels.command ? start(channels.command, notice) : undefined,
  ]);
  return told.flatMap(result => (result.status === 'rejected' ? [oneLine(result.reason)] : []));
}

/** The receiver checks `X-Ultraloop-Signature-256`, made like GitHub's own, over the body's bytes. */
async function post({ url, secret }: NonNullable<Channels['webhook']>, notice: Notice): Promise<void> {
  const { event, run, text, facts } = notice;
  const body = JSON.stringify({ ...facts, event, run, text });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  for (let left = TRIES; ; left--) {
    const status = await send({ url, body, signature, event });
    if (status === 'ok') return;
    if (left <= 1) throw new Error(`the webhook answered ${status}`);
  }
}

interface Sending {
  url: string;
  body: string;
  signature: string;
  event: string;
}
async function send({ url, body, signature, event }: Sending): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'x-ultraloop-event': event,
    'x-ultraloop-signature-256': signature,
  };
  // A redirect would carry the signed body to somebody the operator did not name.
  const signal = AbortSignal.timeout(WITHIN_MS);
  return fetch(url, { method: 'POST', body, headers, redirect: 'error', signal }).then(
    answer => (answer.ok ? 'ok' : String(answer.status)),
    error => oneLine(error),
  );
}

async function start(command: string, { event, run, statusFile, text }: Notice): Promise<void> {
  const env = cleanEnv(['HOME'], {
    ULTRALOOP_EVENT: event,
    ULTRALOOP_RUN_ID: run,
    ULTRALOOP_STATUS_FILE: statusFile,
    ULTRALOOP_TEXT: text,
  });
  const argv = parseCommandString(command);
  const ended = await runProcess({
    ...{ argv, cwd: '/', env, job: `${run}.notify-${event}`, run, timeoutMs: COMMAND_WITHIN_MS },
  });
  const how = ended.outcome === 'exited' ? `exit code ${ended.exitCode}` : ended.outcome;
  if (ended.outcome !== 'exited' || ended.exitCode !== 0) throw new Error(`the command ended with ${how}`);
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.message}` : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
