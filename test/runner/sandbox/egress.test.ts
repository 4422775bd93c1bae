// The proxy by real sockets: what is on the list goes through, byte for byte; everything else is refused and named.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForbidden, isPrivate } from '../../../src/runner/sandbox/addresses.ts';
import { egress } from '../../../src/runner/sandbox/egress.ts';

let dir: string;
let upstream: Server;
let port: number;
let socket: string;
let met = 0;
let out: ReturnType<typeof egress>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'egress-'));
  socket = join(dir, 's');
  upstream = createServer(peer => {
    met++;
    peer.on('error', () => peer.destroy());
    peer.on('data', data => peer.end(`echo ${data}`));
  });
  await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve));
  port = (upstream.address() as { port: number }).port;
  // A name for a private address, and the address itself, which the operator meant; the last two can never be meant.
  out = egress([`127.0.0.1:${port}`, `localhost:${port}`, `169.254.169.254:${port}`, `[fe80::1]:${port}`]);
  await new Promise<void>(resolve => out.server.listen(socket, resolve));
});
afterAll(async () => {
  out.close();
  upstream.close();
  await rm(dir, { recursive: true, force: true });
});

/** What the proxy answers to these bytes. */
function say(first: string, then?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const peer = connect(socket, () => peer.write(first));
    peer.on('data', data => {
      said += data;
      if (then !== undefined && said.includes('Established') && !said.includes('echo')) peer.write(then);
    });
    peer.once('error', reject);
    peer.once('close', () => resolve(said));
  });
}
const ask = (target: string, then?: string) => say(`CONNECT ${target} HTTP/1.1\r\nhost: x\r\n\r\n`, then);

describe('SEC-78 the way out', () => {
  it.each([
    ['another port', () => `127.0.0.1:${port + 1}`],
    ['another host', () => `example.com:${port}`],
    ['a name that leads to a private address, though listed', () => `localhost:${port}`],
    ['the cloud’s credentials, though listed', () => `169.254.169.254:${port}`],
    ['a link-local address, though listed', () => `[fe80::1]:${port}`],
    ['a trailing dot', () => `127.0.0.1.:${port}`],
    ['an address written as a number', () => `2130706433:${port}`],
    ['a mapped address', () => `[::ffff:127.0.0.1]:${port}`],
    ['a user in front', () => `x@127.0.0.1:${port}`],
    ['an encoded NUL', () => `127.0.0.1%00.example.com:${port}`],
    ['no port', () => '127.0.0.1'],
  ])('%s is refused and named', async (_, target) => {
    const before = met;
    expect(await ask(target())).toMatch(/^HTTP\/1\.1 403 /);
    expect(out.refused()).toContain(target().replace(/[^\w.:[\]-]/g, '?'));
    expect(met).toBe(before);
  });

  it('what is listed goes through, also what was sent along with the first bytes', async () => {
    expect(await ask(`127.0.0.1:${port}`, 'hello')).toMatch(/200 Connection Established\r\n\r\necho hello$/);
    const eager = await say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\nhello`);
    expect(eager).toMatch(/echo hello$/);
  });

  it('plain HTTP is refused, whatever the host, and named', async () => {
    const before = met;
    await say(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\n\r\n`);
    await say(`GET http://plain.example/secret?x=1 HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(met).toBe(before);
    expect(out.refused()).toEqual(expect.arrayContaining([`127.0.0.1:${port}`, 'plain.example:80']));
  });

  it('bytes that are no request, and a peer that leaves in the middle, end quietly', async () => {
    await say('\x00\x01\x02 nonsense\r\n\r\n');
    for (let n = 0; n < 20; n++) {
      const peer = connect(socket, () => {
        peer.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
        peer.destroy();
      });
      await new Promise(resolve => peer.once('close', resolve));
    }
    expect(await ask(`127.0.0.1:${port}`, 'still')).toMatch(/echo still$/);
  });

  it('a listed host that is away is a bad gateway', async () => {
    const lonely = egress(['127.0.0.1:1']);
    const path = join(dir, 'lonely');
    await new Promise<void>(resolve => lonely.server.listen(path, resolve));
    const said = await new Promise<string>(resolve => {
      const peer = connect(path, () => peer.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n'));
      peer.once('data', data => resolve(String(data)));
    });
    lonely.close();
    expect(said).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('the list of refused hosts is bounded, and no name can write into a report', async () => {
    const busy = egress([]);
    const path = join(dir, 'busy');
    await new Promise<void>(resolve => busy.server.listen(path, resolve));
    const peers = Array.from({ length: 150 }, async (_, n) => {
      const peer = connect(path, () => peer.write(`CONNECT user@%60${n}.example:443 HTTP/1.1\r\n\r\n`));
      peer.resume();
      await new Promise(resolve => peer.once('close', resolve));
    });
    await Promise.all(peers);
    busy.close();
    expect(busy.refused()).toHaveLength(100);
    expect(busy.refused().join('')).not.toMatch(/[^\w.:?]/);
  });
});

describe('addresses', () => {
  it.each([
    ...['127.0.0.1', '127.8.9.1', '10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.1', '100.64.0.1', '0.0.0.0'],
    ...['169.254.169.254', '224.0.0.1', '255.255.255.255', '::1', '::', 'fd12::1', 'fe80::1', '::ffff:10.0.0.1'],
  ])('%s is private', address => expect(isPrivate(address)).toBe(true));

  it.each(['1.1.1.1', '140.82.121.4', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', address =>
    expect(isPrivate(address)).toBe(false),
  );

  it('what is forbidden is private too', () => {
    fc.assert(fc.property(fc.ipV4(), address => !isForbidden(address) || isPrivate(address)));
    fc.assert(fc.property(fc.nat(255), fc.nat(255), (a, b) => isForbidden(`169.254.${a}.${b}`)));
  });
});
