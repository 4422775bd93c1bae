// The way out for agents: a CONNECT proxy on a unix socket that knows an exact list of hosts and ports (SEC-78).
import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isForbidden, isPrivate } from './addresses.ts';

export interface Egress {
  server: Server;
  /** `host:port` of everything that was let through, each once. */
  reached(): string[];
  /** `host:port` of everything that was asked for and is not on the list, in order, each once; at most a hundred. */
  refused(): string[];
  close(): void;
}

const MOST = 100;
const CONNECT_MS = 15_000;

/**
 * @param hosts `host:port`, exactly. A name that leads to a private address is refused, so that nobody's DNS opens the operator's
 *   network; a private address that stands in the list itself is the operator's wish. The cloud's metadata address never is.
 */
export function egress(hosts: readonly string[]): Egress {
  const allowed = new Set(hosts.map(host => host.toLowerCase()));
  const [reached, refused] = [new Set<string>(), new Set<string>()];
  const open = new Set<Duplex>();
  const refuse = (socket: Duplex, target: string): void => {
    if (refused.size < MOST) refused.add(target.replace(/[^\w.:[\]-]/g, '?').slice(0, 260));
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nx-ultraloop: this host is not on the list\r\n\r\n');
  };
  const server = createServer((request, response) => {
    // Plain HTTP through the proxy: everybody could read it, so it is never allowed.
    refuse(request.socket, plainTarget(request));
    response.destroy();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, first: Buffer) => {
    const target = (request.url ?? '').toLowerCase();
    keep(open, socket);
    if (!isTarget(target) || !allowed.has(target)) return refuse(socket, target);
    addressOf(target).then(
      ({ address, port }) => {
        reached.add(target);
        join(open, { socket, first, upstream: connect({ host: address, port }) });
      },
      () => refuse(socket, target),
    );
  });
  server.on('clientError', (_, socket) => socket.destroy());
  return {
    server,
    reached: () => [...reached],
    refused: () => [...refused],
    close() {
      for (const each of open) each.destroy();
      server.close();
    },
  };
}

/** A host name or address and a port, and nothing a program further on could read otherwise (NUL, %, spaces). */
function isTarget(target: string): boolean {
  const [, host = '', port = ''] = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]):(\d{1,5})$/.exec(target) ?? [];
  return host !== '' && Number(port) > 0 && Number(port) < 65_536;
}

/** Looked up once, and it is this address that is connected to. Throws when it may not be. */
async function addressOf(target: string): Promise<{ address: string; port: number }> {
  const at = target.lastIndexOf(':');
  const host = target.slice(0, at).replace(/^\[|\]$/g, '');
  const { address } = await lookup(host);
  if (isForbidden(address) || (isIP(host) === 0 && isPrivate(address))) throw new Error('a private address');
  return { address, port: Number(target.slice(at + 1)) };
}

interface Joined {
  socket: Duplex;
  first: Buffer;
  upstream: Socket;
}

function join(open: Set<Duplex>, { socket, first, upstream }: Joined): void {
  keep(open, upstream);
  upstream.setTimeout(CONNECT_MS, () => upstream.destroy());
  upstream.once('connect', () => {
    upstream.setTimeout(0);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(first);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  upstream.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
  upstream.once('close', () => socket.destroy());
  socket.once('close', () => upstream.destroy());
}

/** Without a listener an error of a socket would be one of the app. */
function keep(open: Set<Duplex>, socket: Duplex): void {
  open.add(socket);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => open.delete(socket));
}

function plainTarget(request: IncomingMessage): string {
  const { url = '' } = request;
  if (!URL.canParse(url)) return url;
  const { host, port } = new URL(url);
  return port === '' ? `${host}:80` : host;
}
