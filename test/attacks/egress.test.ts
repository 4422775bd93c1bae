// F: the ways out of the walls, one listed host and one model service being open.
import { createSocket } from 'node:dgram';
import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openService } from '../runner/sandbox/model-service.ts';
import { tinyConfig } from '../world/tiny.ts';
import { attack } from './attack.ts';
import { runs, toldBy } from './inside.ts';
import { passing } from './passing.ts';
import type { Scene } from './scene.ts';
import { type Answers, tryToGetOut } from './way-out.ts';

const KEY = `sk-ant-api03-of-the-tests-${process.pid}-0123456789abcdef`;
const WELCOME = 'welcome outside';

/** Somebody who answers whoever comes, and counts them. */
async function door(
  at: string | { port: number; host: string },
): Promise<{ server: Server; port: number; came(): number }> {
  let came = 0;
  const server = createServer(socket => {
    came++;
    socket.on('error', () => undefined).end(WELCOME);
  });
  await new Promise<void>(resolve => server.listen(at as never, resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0, came: () => came };
}

/** `CONNECT` to each of them, as it stands. */
const connects = (targets: string[]): Record<string, string> =>
  Object.fromEntries(targets.map(target => [target, `CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`]));

function hostile(at: Scene, port: number): Record<string, string> {
  const { port: own, databaseUrl = '', baseUrl = '' } = at.world.settings;
  const services = [own, new URL(databaseUrl).port, new URL(baseUrl).port, at.host.port].map(
    each => `127.0.0.1:${each}`,
  );
  const forms = [
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.01',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '[::]',
    'localhost',
    'LOCALHOST',
    '127.0.0.1%00.evil.example',
    '127.0.0.1\0.evil.example',
    '127.0.0.1@evil.example',
    'x@127.0.0.1',
    '127.0.0.1%2e',
    '127。0。0。1',
    '127.0.0.1\t',
  ];
  const ports = [
    `${port + 1}`,
    `${port + 65_536}`,
    `0${port}`,
    `+${port}`,
    `${port}x`,
    `${port}/`,
    `${port}#`,
    '',
    '-1',
    '0',
  ];
  return {
    ...connects([
      'evil.example:443',
      '169.254.169.254:80',
      'github.com:443',
      'api.github.com:443',
      '[fd00:ec2::254]:80',
    ]),
    ...connects([...services, ...forms.map(form => `${form}:${port}`), ...ports.map(other => `127.0.0.1:${other}`)]),
    ...connects([`@dana/#1](http://evil.example)<!-- -->\`|:443`, `${'x'.repeat(9_000)}:443`, '127.0.0.1']),
    'GET of an address': `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    'GET of an address, https': `GET https://127.0.0.1:${port}/ HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    'GET of metadata': 'GET http://169.254.169.254/latest/meta-data/ HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET by host': `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    'POST of an address': `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nout`,
    'another host in the header': `CONNECT evil.example:443 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    'two in one': `CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\nCONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: x\r\n\r\n`,
    'behind a body': `GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 60\r\n\r\nCONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: x\r\n\r\n`,
    'an upgrade': `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    SOCKS: `\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01${String.fromCharCode(port >> 8, port & 255)}`,
    nonsense: '\0\x01\x02\r\n\r\n',
  };
}

const MESSAGES = '/anthropic/v1/messages';
const BODY = 'host: x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 15\r\n';
const asks = (line: string, more = ''): [string, string] => [
  `${line} ${more}`.trim(),
  `${line} HTTP/1.1\r\n${BODY}${more}\r\n{"model":"m-1"}`,
];
const CALLS = [
  ...[
    'files',
    'organizations/api_keys',
    'messages/batches',
    'complete',
    'messages/../files',
    'messages/%2e%2e/files',
    'messages%2f..%2ffiles',
    'messages//',
    'messages;x',
  ].map(path => asks(`POST /anthropic/v1/${path}`)),
  ...['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'].map(method =>
    asks(`${method} ${MESSAGES}`),
  ),
  asks('POST http://evil.example/anthropic/v1/messages'),
  asks('POST //evil.example/v1/messages'),
  asks('POST /anthropic//evil.example/v1/messages'),
  asks('POST /anthropic@evil.example/v1/messages'),
  asks('POST /openai/v1/chat/completions'),
  asks('POST /v1/messages'),
  asks('CONNECT evil.example:443'),
  asks('GET /anthropic/v1/models/..'),
  asks('GET /anthropic/v1/models/a%2f..%2f..'),
];

const NO_WAY = {
  '.github/ultraloop.yml': tinyConfig().replace(
    'grep -qx 42',
    "test ! -e /run/gate && ! node -e \"require('net').connect(3128, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))\" && grep -qx 42",
  ),
};

attack(
  78,
  'every way out but the two that are open',
  async at => {
    const listed = await door({ port: 0, host: '127.0.0.1' });
    const file = await door(join(at.host.dir, 'door.sock'));
    const abstract = await door(`\0ultraloop-door-${process.pid}`);
    await chmod(join(at.host.dir, 'door.sock'), 0o777);
    const datagrams: string[] = [];
    const udp = createSocket('udp4', message => void datagrams.push(String(message)));
    await new Promise<void>(resolve => udp.bind(0, '0.0.0.0', resolve));
    const service = await openService();
    // Listed, and still not to be reached: a name for a private address, and the cloud's credentials.
    const { port } = listed;
    at.world.settings.agentHosts = [`127.0.0.1:${port}`, `localhost:${port}`, '169.254.169.254:80'];
    await passing(at, { ANTHROPIC_API_KEY: KEY }, { ANTHROPIC_BASE_URL: service.url });
    at.host.secrets['model key'] = KEY;
    const addresses = Object.values(networkInterfaces()).flatMap(all => all?.map(({ address }) => address) ?? []);
    const proxy = hostile(at, port);
    const model = Object.fromEntries(CALLS);
    const open = `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: evil.example\r\n\r\n`;
    const told = runs(tryToGetOut, {
      proxy: { ...proxy, 'the way that is open': open },
      model: {
        ...model,
        'what is allowed': asks(
          `POST ${MESSAGES}?key=mine&beta=true`,
          'x-api-key: mine\r\nx-forwarded-host: evil.example\r\n',
        )[1],
      },
      direct: [...new Set([...addresses, '127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '8.8.8.8'])].map(
        host => `${host} ${at.host.port}`,
      ),
      sockets: [
        join(at.host.dir, 'door.sock'),
        `\0ultraloop-door-${process.pid}`,
        '/var/run/docker.sock',
        '/run/dbus/system_bus_socket',
        '/tmp/.s.PGSQL.5432',
      ],
      names: ['example.com', 'github.com', 'localhost.evil.example', 'metadata.google.internal'],
      datagrams: [...addresses.filter(address => !address.includes(':')), '127.0.0.1', '8.8.8.8'].map(
        host => `${host} ${udp.address().port}`,
      ),
    });
    await at.malice({ implementer: { sh: `${told}; echo 42 > answer.txt` } });
    const run = await at.start();
    expect(run.exit?.code, at.comments().join('\n')).toBe('COMPLETE');
    const answers = await toldBy<Answers>(at, run);
    expect(answers['the way that is open']).toMatch(/^HTTP\/1\.1 200 .*welcome outside$/s);
    expect(answers['what is allowed']).toMatch(/^HTTP\/1\.1 200 /);
    const through = (names: string[]) =>
      names
        .map(name => `${name}: ${answers[name]}`)
        .filter(told => !/: (?:HTTP\/1\.1 (?:400|403|431) .*|closed|error [\w:]+)$/s.test(told))
        .join('\n');
    expect(through(Object.keys(proxy))).toBe('');
    expect(through(Object.keys(model))).toBe('');
    const straight = Object.keys(answers).filter(name => /^(?:direct|socket|name|asks) /.test(name));
    expect(straight.length).toBeGreaterThan(15);
    expect(through(straight)).toBe('');
    // That folder can be gone through, not listed; where it can be, these two are all.
    expect(answers.places).toMatch(/^(?:\/run\/gate\/egress\.sock \/run\/gate\/model\.sock)?$/);
    expect(JSON.stringify(answers).split(WELCOME)).toHaveLength(2);
    // Outside: one came by the way that is open, and the service was asked one thing, with its own key.
    expect([listed.came(), file.came(), abstract.came(), datagrams]).toEqual([1, 0, 0, []]);
    expect(service.seen.map(({ method, url, headers }) => [method, url, headers['x-api-key']])).toEqual([
      ['POST', '/v1/messages?beta=true', KEY],
    ]);
    const said = at.comments().join('\n');
    expect(said).toContain('Refused by the sandbox, not on the list of hosts');
    for (const target of ['evil.example:443', '169.254.169.254:80', 'github.com:443']) expect(said).toContain(target);
    expect(said).toContain('The agent asked its model service for something that is not allowed');
    for (const each of [listed, file, abstract]) each.server.close();
    udp.close();
    service.close();
  },
  { files: NO_WAY, timeoutMs: 900_000 },
);
