// Setups inside real walls: what they install stays, they go only where repository and operator agree, and are run when it is due.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnv } from '../../../src/runner/environment.ts';
import { runSetup } from '../../../src/runner/setup.ts';
import { makeShell } from '../../../src/runner/shell.ts';
import { describeInWalls, withoutGate } from '../../world/walls.ts';
import { openRoom, type Room } from './room.ts';

/** Fetches a dependency as a package manager does: by the proxy that the environment names. */
const INSTALL = `const [host] = process.argv.slice(2), proxy = new URL(process.env.HTTPS_PROXY ?? 'http://127.0.0.1:9');
require('http').request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: host })
  .on('connect', (answer, socket, first) => {
    if (answer.statusCode !== 200) process.exit(7);
    const keep = text => { require('fs').mkdirSync('node_modules', { recursive: true }); require('fs').appendFileSync('node_modules/dep', text); };
    // The first bytes of the tunnel may have come with the answer.
    if (first.length > 0) keep(first);
    socket.on('data', keep).on('end', () => process.exit(0));
  }).on('error', () => process.exit(8)).end()`;

await describeInWalls(
  'setups',
  () => {
    let room: Room;
    let registry: Server;
    let host: string;
    beforeAll(async () => {
      registry = createServer(socket => socket.on('error', () => undefined).end('installed\n'));
      await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
      const { port } = registry.address() as { port: number };
      host = `127.0.0.1:${port}`;
      room = await openRoom({ 'src/a.ts': 'one\n', 'package-lock.json': '{}\n', 'install.js': INSTALL });
    });
    afterAll(() => void registry.close());

    interface Wanted {
      tree?: string;
      command?: string;
      hosts?: string[];
      allowed?: string[];
    }

    function setUp(wanted: Wanted = {}) {
      const { tree = room.tree, command = `node install.js ${host}`, hosts = [host], allowed = [host] } = wanted;
      const { workspace, choice, data } = room;
      const options = {
        ...place(),
        data,
        runFolder: join(data, 'runs/r1'),
        workspace,
        sandbox: choice.sandbox,
        allowed,
      };
      const setup = { hosts, when: ['**/package-lock.json'] };
      return runSetup(options, { name: 'setup 1', command, timeoutMin: 1, from: tree, setup });
    }

    const place = () => ({
      ...{ run: 'r1', sandbox: room.choice.sandbox, worktree: room.workspace.path },
      ...{ readOnlyDirs: [room.workspace.mirrorDir], env: cleanEnv([], { CI: 'true' }) },
    });
    const check = (command: string) => makeShell(place()).run({ name: 'check', command, timeoutMin: 1 });
    const change = async (command: string) => {
      await room.inside(command);
      return (await room.workspace.snapshot(room.tree)).to;
    };

    test('what it fetched is there for checks, which have no network themselves; the tree is as it was', async () => {
      const done = await setUp();
      expect(done, done.log.head).toMatchObject({ exitCode: 0 });
      expect(done.setup).toEqual({ skipped: false, reached: [host], refused: [], swept: [] });
      expect(await check(`grep -qx installed node_modules/dep && ! node install.js ${host}`)).toMatchObject({
        exitCode: 0,
      });
      expect((await room.workspace.snapshot(room.tree)).files).toEqual([]);
      expect(readdirSync(join(room.data, 'runs/r1/jobs')).filter(name => name.endsWith('.gate'))).toEqual([]);
    });

    test('it is not run again, also after other files changed and by a later app', async () => {
      expect((await setUp()).setup?.skipped).toBe(true);
      const tree = await change('echo two > src/a.ts');
      expect((await setUp({ tree })).setup?.skipped).toBe(true);
    });

    test.each([
      ['its files changed', async () => ({ tree: await change('echo "{ }" > package-lock.json') })],
      ['the command is another', async () => ({ command: `node install.js ${host} && true` })],
      ['somebody took away what it had left', async () => void (await room.inside('rm -rf node_modules'))],
      ['the worktree was swept', () => room.workspace.sweep()],
      ['the worktree was lost', async () => void (await lost())],
    ])('it is run again when %s', async (_, happens) => {
      await setUp();
      const wanted = (await happens()) ?? {};
      expect((await setUp(wanted)).setup).toMatchObject({ skipped: false, reached: [host] });
      expect((await setUp(wanted)).setup?.skipped).toBe(true);
    });

    async function lost() {
      rmSync(room.workspace.path, { recursive: true });
      await room.workspace.prepare();
    }

    test.each([
      ['the operator does not allow', { allowed: ['other.example:443'] }, 8],
      ['the repository does not ask for', { hosts: ['127.0.0.1:1'], allowed: [] as string[] }, 7],
    ])('a host that %s is not reached', async (_, wanted, code) => {
      const allowed = wanted.allowed?.length === 0 ? [host, '127.0.0.1:1'] : wanted.allowed;
      const done = await setUp({ ...wanted, ...(allowed && { allowed }), command: `exec node install.js ${host}` });
      expect(done.exitCode).toBe(code);
      expect(done.setup).toMatchObject({ reached: [], refused: code === 7 ? [host] : [] });
    });

    test('one that fails half way is run again, and says how it ended', async () => {
      const command = 'mkdir -p node_modules; echo half > node_modules/half; echo no such package; exit 4';
      for (const _ of [1, 2]) {
        const done = await setUp({ command });
        expect([done.exitCode, done.setup?.skipped, done.log.head]).toEqual([4, false, 'no such package\n']);
      }
    });

    test('files that git does not ignore are named and removed', async () => {
      const done = await setUp({ command: 'mkdir -p vendor node_modules && echo x > vendor/x && echo y >> src/a.ts' });
      expect(done.setup?.swept.sort()).toEqual(['src/a.ts', 'vendor/x']);
      expect(existsSync(join(room.workspace.path, 'vendor'))).toBe(false);
      expect((await room.workspace.snapshot(room.tree)).files).toEqual([]);
    });

    test('SEC-35 it is walled in as any command: nothing outside is written', async () => {
      const done = await setUp({
        command: 'git config core.fsmonitor x || git branch y || { echo z > ../z; exit 5; }',
      });
      expect(done.exitCode).toBe(5);
      expect(existsSync(join(room.workspace.path, '../z'))).toBe(false);
    });
  },
  withoutGate,
);
