// One request to a model service and its answer: passed on with the key put in, read along the way, told of when it is over.
import { type IncomingHttpHeaders, type IncomingMessage, request as plain, type ServerResponse } from 'node:http';
import { request as secure } from 'node:https';
import { Transform } from 'node:stream';
import { type ModelName, readAhead } from './model-name.ts';
import type { ModelApi } from './models.ts';
import { type UsageReader, usageReader } from './usage.ts';

export interface Exchange {
  api: ModelApi;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  name: ModelName;
  /** Why it may not go on, asked once the model's name is known and again when the whole body was read. */
  forbids(): string | undefined;
}
/** How it ended; nothing is known of an answer the agent did not wait for but what was read. */
export interface Outcome {
  /** Undefined: the service did not answer, or the request was not passed on. */
  status?: number;
  headers: IncomingHttpHeaders;
  reader: UsageReader;
  /** Bytes that were sent. */
  asked: number;
  /** The agent went away first. */
  hungUp: boolean;
  /** The answer came to its end. */
  whole: boolean;
  /** Why it was not passed on. */
  forbidden?: string;
}

/** Headers that concern one connection only, and those that would name or override the key. */
const OURS = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'expect', 'authorization', 'x-api-key', 'x-goog-api-key', 'cookie', 'accept-encoding'],
]);

/** @param ahead whether the model must be known before anything is sent */
export async function exchange(asking: Exchange, ahead: boolean): Promise<Outcome> {
  const { request, response, name } = asking;
  const outcome: Outcome = { headers: {}, reader: usageReader(), asked: 0, hungUp: false, whole: false };
  const read = ahead ? await readAhead(request, name) : [];
  const why = ahead ? asking.forbids() : undefined;
  if (why !== undefined) {
    refuse(response, 403, why);
    request.resume();
    return { ...outcome, forbidden: why };
  }
  if (response.closed) return { ...outcome, hungUp: true };
  await forward(asking, { read, outcome, ahead });
  return outcome;
}

interface Passing {
  read: Buffer[];
  outcome: Outcome;
  ahead: boolean;
}

function forward(asking: Exchange, { read, outcome, ahead }: Passing): Promise<void> {
  const { api, url, request, response } = asking;
  const headers = { ...passed(request.headers), [api.header]: api.scheme + api.key, 'accept-encoding': 'identity' };
  const ask = url.protocol === 'http:' ? plain : secure;
  return new Promise(resolve => {
    let broken = false; // by the service, not by the agent
    const upstream = ask(url, { method: request.method ?? 'GET', headers }, answer => {
      outcome.status = answer.statusCode ?? 502;
      outcome.headers = answer.headers;
      answer.on('data', (chunk: Buffer) => outcome.reader.push(chunk));
      answer.once('end', () => {
        outcome.whole = answer.complete;
      });
      // Also when the agent hung up: what was used was used.
      answer.once('close', resolve);
      answer.once('error', () => {
        broken = true;
        response.destroy();
      });
      response.writeHead(outcome.status, passed(answer.headers));
      answer.pipe(response);
    });
    upstream.on('error', () => {
      broken = true;
      if (outcome.forbidden === undefined) refuse(response, 502, 'the model service does not answer');
    });
    upstream.once('close', () => outcome.status === undefined && resolve());
    response.once('close', () => {
      outcome.hungUp = !broken && !response.writableFinished;
      upstream.destroy();
    });
    const stop = (why: string): void => {
      outcome.forbidden = why;
      refuse(response, 403, why);
      upstream.destroy();
    };
    for (const chunk of read) upstream.write(chunk);
    outcome.asked = read.reduce((sum, chunk) => sum + chunk.length, 0);
    request.pipe(watched(asking, outcome, ahead ? stop : undefined)).pipe(upstream);
  });
}

/** Reads along; what must not be sent to its end stops here. */
function watched({ name, forbids }: Exchange, outcome: Outcome, stop?: (why: string) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _, next) {
      outcome.asked += chunk.length;
      name.push(chunk);
      const why = stop && forbids();
      if (stop && why !== undefined) stop(why);
      else next(null, chunk);
    },
  });
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OURS.has(name) && !name.startsWith('set-')));
}

/** In the form the services use, so that agents show the words. Nothing the app refuses is worth asking for again. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, {
    ...{ 'content-type': 'application/json', connection: 'close' },
    ...(status < 500 && { 'x-should-retry': 'false' }),
  });
  response.end(JSON.stringify({ type: 'error', error: { type: 'ultraloop', message: `ultraloop: ${message}` } }));
}
