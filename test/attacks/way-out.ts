// What an agent does that wants out: it speaks to everything it can find, in every way it knows, and tells what was answered.

interface Ways {
  /** Bytes for the proxy and for the model service's port, by name. */
  proxy: Record<string, string>;
  model: Record<string, string>;
  /** `host port` to connect to without the proxy. */
  direct: string[];
  /** Paths of sockets; NUL in front = one without a file. */
  sockets: string[];
  /** Names to look up. */
  names: string[];
  /** `host port` to send datagrams to. */
  datagrams: string[];
}
export type Answers = Record<string, string>;

/** Runs inside, by its own text. */
export async function tryToGetOut(ways: Ways): Promise<Answers> {
  const { connect } = process.getBuiltinModule('node:net');
  const { createSocket } = process.getBuiltinModule('node:dgram');
  const dns = process.getBuiltinModule('node:dns/promises');
  const fs = process.getBuiltinModule('node:fs');
  const told: Answers = {};
  const speak = (to: Parameters<typeof connect>[0], bytes: string): Promise<string> =>
    new Promise(resolve => {
      let said = '';
      const socket = connect(to as never, () => void socket.write(Buffer.from(bytes, 'latin1')));
      const done = (what: string): void => resolve((said || what).slice(0, 300));
      socket.on('data', chunk => (said += chunk.toString('latin1')));
      socket.on('error', error => done(`error ${(error as NodeJS.ErrnoException).code}`));
      socket.on('close', () => done('closed'));
      socket.setTimeout(5_000, () => socket.destroy());
    });
  const all: [string, () => Promise<string>][] = [
    ...Object.entries(ways.proxy).map(
      ([name, bytes]) => [name, () => speak({ host: '127.0.0.1', port: 3128 } as never, bytes)] as never,
    ),
    ...Object.entries(ways.model).map(
      ([name, bytes]) => [name, () => speak({ host: '127.0.0.1', port: 8787 } as never, bytes)] as never,
    ),
    ...ways.direct.map(
      to =>
        [
          `direct ${to}`,
          () => {
            const [host, port] = to.split(' ');
            return speak({ host, port: Number(port) } as never, 'GET / HTTP/1.0\r\n\r\n');
          },
        ] as never,
    ),
    ...ways.sockets.map(path => [`socket ${path}`, () => speak({ path } as never, 'GET / HTTP/1.0\r\n\r\n')] as never),
    ...ways.names.map(
      name =>
        [
          `name ${name}`,
          () =>
            dns.lookup(name).then(
              ({ address }) => address,
              error => `error ${error.code}`,
            ),
        ] as never,
    ),
    ...['8.8.8.8', '127.0.0.53', '127.0.0.1'].map(
      server =>
        [
          `asks ${server}`,
          () => {
            const resolver = new dns.Resolver({ timeout: 1_000, tries: 1 });
            resolver.setServers([server]);
            return resolver.resolve4('example.com').then(String, error => `error ${error.code}`);
          },
        ] as never,
    ),
  ];
  for (const [name, ask] of all) told[name] = await ask();
  for (const to of ways.datagrams) {
    const [host, port] = to.split(' ');
    const socket = createSocket('udp4');
    told[`datagram ${to}`] = await new Promise(resolve =>
      socket.send('out', Number(port), host, error =>
        resolve(error ? `error ${(error as NodeJS.ErrnoException).code}` : 'sent'),
      ),
    );
    socket.close();
  }
  const lists = ['/run', '/run/gate', '/var/run', '/tmp'].map(path => {
    try {
      return fs.readdirSync(path).map(name => `${path}/${name}`);
    } catch {
      return [];
    }
  });
  told.places = lists
    .flat()
    .filter(path => fs.lstatSync(path).isSocket())
    .join(' ');
  return told;
}
