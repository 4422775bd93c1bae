// Reads a request and writes an answer.
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole;
}

export const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex')}"`;

export const requestId = (): string =>
  randomBytes(14)
    .toString('hex')
    .toUpperCase()
    .replace(/^(.{4})(.{6})(.{6})(.{6})(.*)$/, '$1:$2:$3:$4:$5');

export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}
