// Sends recorded deliveries to an app, so many at a time, and measures how long each acknowledgement takes.
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { answer } from './child.ts';

export interface Load {
  url: string;
  /** JSON list of headers and body of each delivery. */
  file: string;
  atOnce: number;
}
export interface Loaded {
  /** Milliseconds from sending to the whole answer, in the order of the deliveries. */
  ms: number[];
  /** HTTP statuses and how many of each. */
  statuses: Record<string, number>;
  totalMs: number;
}
interface Sent {
  headers: Record<string, string>;
  body: string;
}

answer({
  async load({ url, file, atOnce }: Load): Promise<Loaded> {
    const deliveries = (JSON.parse(await readFile(file, 'utf8')) as Sent[]).map(({ headers, body }) => ({
      headers,
      body: Buffer.from(body),
    }));
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const ms: number[] = [];
    const statuses: Record<string, number> = {};
    let next = 0;
    const sender = async (): Promise<void> => {
      for (let n = next++; n < deliveries.length; n = next++) {
        const { headers, body } = deliveries[n] as (typeof deliveries)[number];
        const began = performance.now();
        const status = await post(agent, url, { headers, body });
        ms[n] = performance.now() - began;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: atOnce }, sender));
    agent.destroy();
    return { ms, statuses, totalMs: performance.now() - started };
  },
});
process.send?.({ listening: '' });
process.once('SIGTERM', () => process.exit(0));

function post(agent: Agent, url: string, { headers, body }: { headers: object; body: Buffer }): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
    });
    sending.once('error', reject);
    sending.once('response', response => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sending.end(body);
  });
}
