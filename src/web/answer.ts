// A short answer in plain text: never a stack, never what was sent.
import type { ServerResponse } from 'node:http';

export function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
