// The two pipes of an agent as messages: a line of JSON each. What is none is kept as noise, and nothing may grow without end.
import type { Readable, Writable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

export interface Heard {
  /** At every byte. */
  alive(): void;
  /** A message nobody waits for an answer to. */
  told(method: string, params: unknown): void;
  /** What is on stdout and no message, a line or the first part of one. */
  noise(line: Buffer): void;
}
type Message = Record<string, unknown>;

const LONGEST_LINE = 8 * 1024 * 1024;
const NOISE_LINE = 1024;
/** Requests of the agent that were not answered yet; one that asks on without reading has to wait. */
const MOST_OPEN = 100;
const LINE_FEED = 10;
const BRACE = 123;

/** Only requests and answers go to the library: it drops the whole of an update with one field it does not know. */
export function openLines(stdin: Writable, stdout: Readable, heard: Heard): Stream {
  const asked = new Set<unknown>();
  const open = new Set<unknown>();
  let over = false;
  let wake = (): void => {};
  const take = async (message: Message, controller: ReadableStreamDefaultController): Promise<void> => {
    if (typeof message.method === 'string' && !('id' in message)) return heard.told(message.method, message.params);
    // An answer to nothing would be complained of in our own log.
    if (typeof message.method !== 'string' && !asked.delete(message.id)) return;
    if (typeof message.method === 'string') open.add(message.id);
    if (!over) controller.enqueue(message);
    while (!over && ((controller.desiredSize ?? 0) < 0 || open.size > MOST_OPEN))
      await new Promise<void>(resolve => {
        wake = resolve;
      });
  };
  const readable = new ReadableStream<AnyMessage>(
    {
      start(controller) {
        const done = (): void => {
          if (!over) controller.close();
          over = true;
        };
        pump(stdout, heard, message => take(message, controller)).then(done, done);
      },
      pull: () => wake(),
      cancel() {
        over = true;
        wake();
      },
    },
    { highWaterMark: 1 },
  );
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      const { id, method } = message as Message;
      if (method === undefined) open.delete(id);
      else if (id !== undefined) asked.add(id);
      wake();
      await send(stdin, message);
    },
  });
  return { readable, writable };
}

/** To the end of stdout, also when nobody listens any more: a full pipe would keep the agent from ending. */
async function pump(
  stdout: Readable,
  { alive, noise }: Heard,
  take: (message: Message) => Promise<void>,
): Promise<void> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    if (length < LONGEST_LINE) parts.push(part);
    length += part.length;
  };
  const end = async (): Promise<void> => {
    const line = Buffer.concat(parts);
    const whole = length === line.length;
    parts = [];
    length = 0;
    const message = whole ? messageOf(line) : undefined;
    if (message) await take(message);
    else if (line.length > 0) noise(line.subarray(0, NOISE_LINE));
  };
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    alive();
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      await end();
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  await end();
}

function messageOf(line: Buffer): Message | undefined {
  // What is plainly none costs nothing: there may be a lot of it.
  if (line[0] !== BRACE) return undefined;
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    const isOne = typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    return isOne ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until it is taken; a pipe that is gone is an error. */
function send(stdin: Writable, message: AnyMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()));
  });
}
