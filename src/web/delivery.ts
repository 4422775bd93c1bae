// A delivery at the door: refused by its headers before a byte of it is read, by its signature before it is parsed (SEC-61, SEC-62).
// Neither payloads nor headers of strangers are ever logged.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import { answer } from './answer.ts';
import { readBody } from './read-body.ts';

/** GitHub's own limit for a payload. */
const MAX_BODY = 25 * 1024 * 1024;
/** GitHub waits ten seconds for an answer. */
const ANSWER_WITHIN_MS = 9_000;

interface Door {
  probot: Probot;
  log: Pick<Logger, 'warn'>;
  /** Milliseconds a payload may take to arrive. */
  bodyMs: number;
}
interface Head {
  event: string;
  id: string;
  signature: string;
}
type Refused = { status: number; why: string };

export async function takeDelivery(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const head = headOf(request);
  if ('status' in head) return refuse(request, response, head);
  const body = await readBody(request, { bytes: MAX_BODY, ms: door.bodyMs });
  if ('refused' in body) return refuse(request, response, { status: body.refused, why: body.why });
  if (!(await door.probot.webhooks.verify(body.text, head.signature).catch(() => false))) {
    door.log.warn({ bytes: body.text.length }, 'a delivery with a wrong signature was refused');
    return answer(response, 401, 'the signature does not match');
  }
  const payload = parsed(body.text);
  if (payload === undefined) return answer(response, 400, 'the payload is not a JSON object');
  await receive(door, { ...head, payload }, response);
}

/** Every field as GitHub writes it: an odd one is not GitHub's. */
function headOf({ method, headers }: IncomingMessage): Head | Refused {
  if (method !== 'POST') return { status: 405, why: 'deliveries are posted' };
  const { 'x-github-event': event, 'x-github-delivery': id, 'x-hub-signature-256': signature } = headers;
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return { status: 415, why: 'deliveries are application/json' };
  if (Number(headers['content-length'] ?? 0) > MAX_BODY)
    return { status: 413, why: 'the payload is larger than GitHub ever sends' };
  const known = matches(event, /^[a-z_]{1,64}$/) && matches(id, /^[\w-]{1,100}$/);
  if (!known || !matches(signature, /^sha256=[\da-f]{64}$/))
    return { status: 400, why: 'a header of the delivery is missing or odd' };
  return { event: String(event), id: String(id), signature: String(signature) };
}

const matches = (header: string | string[] | undefined, form: RegExp): boolean =>
  typeof header === 'string' && form.test(header);

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Answered as soon as it is stored; what cannot be stored is GitHub's to show as failed and ours to ask for again (K12). */
async function receive(
  { probot, log }: Door,
  { event, id, payload }: Omit<Head, 'signature'> & { payload: object },
  response: ServerResponse,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), ANSWER_WITHIN_MS);
  });
  const stored = probot.webhooks.receive({ id, name: event, payload } as never).then(() => 'stored' as const);
  try {
    const outcome = await Promise.race([stored, late]);
    answer(response, outcome === 'stored' ? 200 : 202, outcome === 'stored' ? 'ok' : 'still at it');
    await stored;
  } catch (error) {
    log.warn({ delivery: id, event, why: reasonOf(error) }, 'a delivery could not be stored');
    if (!response.headersSent) answer(response, 500, 'the delivery could not be stored');
  } finally {
    clearTimeout(timer);
  }
}

/** Of the handler's own error; the one around it carries the payload. */
function reasonOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return (inner instanceof Error ? inner.message : 'unknown').slice(0, 300);
}

/** The rest of a refused body is not read: the connection ends with the answer. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, why }: Refused): void {
  response.setHeader('connection', 'close');
  if (status === 405) response.setHeader('allow', 'POST');
  answer(response, status, why);
  response.once('finish', () => request.destroy());
}
