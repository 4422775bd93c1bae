// Hands each delivery to every process of an app: the worst a load balancer or a redelivery can do.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Relay {
  port: number;
  /** Every process there is gets what comes from now on. `url` = where it listens, undefined while it does not. */
  add(url: () => Promise<string | undefined>): void;
  /** What each of them answered, per delivery; 502 = it was not there. */
  answers: number[][];
  close(): Promise<void>;
}

/** Answers what the best of them answers, and 502 when nobody is there. */
export async function startRelay(): Promise<Relay> {
  const targets: (() => Promise<string | undefined>)[] = [];
  const log: number[][] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      HOPS.has(name) || typeof value !== 'string' ? [] : [[name, value] as [string, string]],
    );
    const sent = targets.map(async target => {
      const url = await target();
      if (url === undefined) throw new Error('it is not there');
      return fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
    });
    const answers = await Promise.allSettled(sent);
    const codes = answers.map(answer => (answer.status === 'fulfilled' ? answer.value.status : 502));
    log.push(codes);
    response.writeHead(Math.min(502, ...codes)).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    answers: log,
    add: url => void targets.push(url),
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/** Of one connection, not of what is carried over it. */
const HOPS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);
