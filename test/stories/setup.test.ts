// What a repository needs is installed inside the walls before its agent works: from a host it asks for and the operator allows.
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyFiles, writes } from '../world/tiny.ts';
import { reports } from '../world/transcript.ts';
import { describeInWalls, withoutGate } from '../world/walls.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

/** Fetches a dependency as a package manager does: by the proxy that the environment names. */
const INSTALL = `const proxy = new URL(process.env.HTTPS_PROXY);
require('http').request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: process.argv[2] })
  .on('connect', ({ statusCode }, socket, first) => {
    if (statusCode !== 200) { console.log('the registry answered ' + statusCode); process.exit(1) }
    const parts = [first];
    socket.on('data', part => parts.push(part)).on('end', () => {
      require('fs').mkdirSync('node_modules', { recursive: true });
      require('fs').writeFileSync('node_modules/judge', Buffer.concat(parts));
      process.exit(0);
    });
  }).end()`;
const JUDGE = 'grep -qx 42 answer.txt';

await describeInWalls(
  'setup',
  () => {
    let world: World;
    let registry: Server;
    let host: string;
    let visits = 0;
    let closed = false;
    beforeAll(async () => {
      registry = createServer(socket => {
        visits++;
        socket.on('error', () => undefined);
        if (closed) socket.destroy();
        else socket.end(JUDGE);
      });
      await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
      host = `127.0.0.1:${(registry.address() as { port: number }).port}`;
      world = await openWorld({
        databaseUrl: await freshDatabase(inject('postgres')),
        files: tinyFiles({
          '.gitignore': 'node_modules/\n',
          'install.js': INSTALL,
          'deps.lock': 'judge 1\n',
          '.github/ultraloop.yml': config(host),
        }),
        settings: { setupHosts: [host] },
      });
    });
    afterAll(async () => {
      registry.close();
      expect(world.contract.violations).toEqual([]);
      await world.close();
    });

    const config = (asked: string): string => `auto_continue_minutes: 0
checks: { test: sh node_modules/judge }
setup:
  - run: node install.js ${asked}
    hosts: ['${asked}']
    when: [deps.lock]
`;
    const configure = (text: string) =>
      world.github.as('maintainer').pushFiles(REPO, 'main', { '.github/ultraloop.yml': text }, 'Configure');

    test('it is there for agent and checks in every iteration, fetched once, and anew before the goal is believed; reports tell where it went', async () => {
      // The agent asks the installed judge, which has to be there before it works.
      await world.script({ 'execute-1': writes('41'), execute: writes('42'), review: CLEAN });
      const issue = await world.label(TINY_ISSUE);
      const done = await rest(world, issue);
      expect(done.exit?.code).toBe('CLEAN');
      const [first = '', second = ''] = reports(world, done.places.pull ?? 0);
      expect(first).toMatch(
        new RegExp(
          `^\\\\| Setup \\\\| \`node install\\\\.js ${host}\` \\\\| done in \\\\d+ s; reached ${host} \\\\|$`,
          'm',
        ),
      );
      expect(first).toContain('**Setup** from `ultraloop.yml`.');
      expect(first).toContain(`- \`node install.js ${host}\`, may reach \`${host}\``);
      expect(second).toContain('## Iteration 2/');
      expect(second).toMatch(
        /\| Freeze \|.*\n\| Setup \|.*done in.*\n\| Guard \| app \| 1 command again without what git ignores: passed \|/,
      );
      expect(visits).toBe(2);
    });

    test('what it needs changed on the branch: it is fetched again before the checks, and before the goal', async () => {
      visits = 0;
      const changed = { ...writes('42').write, 'deps.lock': 'judge 2\n' };
      await world.script({ execute: writes('42', { write: changed }), review: CLEAN });
      const done = await rest(world, await world.label(TINY_ISSUE));
      expect([done.exit?.code, visits]).toEqual(['CLEAN', 3]);
    });

    test('one that fails is told with its output and keeps the agent from starting; /continue tries again', async () => {
      closed = true;
      await world.script({ execute: writes('42'), review: CLEAN });
      await configure(`${config(host).replace('run: ', 'run: echo fetching; exit 3; ')}limits: { failures: 1 }\n`);
      const issue = await world.label(TINY_ISSUE);
      const stuck = await rest(world, issue);
      expect([stuck.state, stuck.exit?.code]).toEqual(['needs-human', 'BROKEN']);
      const said = reports(world, stuck.places.pull ?? 0).join('\n');
      expect(said).toContain('What the repository needs could not be installed');
      expect(said).toContain('exit code 3');
      expect(said).toContain('fetching');
      expect(said).not.toContain('| Execute |');
      await say(world, issue, '/continue');
      expect((await rest(world, issue)).turn).toBeGreaterThan(stuck.turn);
      closed = false;
    });

    test('one that asks for a host the operator does not allow is refused before anything is started', async () => {
      await configure(config('evil.example:443'));
      const issue = await world.label(TINY_ISSUE);
      const refused = await rest(world, issue);
      expect([refused.exit?.code, refused.places.pull]).toEqual(['NOT_READY', undefined]);
      expect(reports(world, issue).at(-1)).toContain(
        'asks for `evil.example:443`, where setups may not go on this host',
      );
      expect(reports(world, issue).at(-1)).toContain('`ULTRALOOP_SETUP_HOSTS`');
    });
  },
  withoutGate,
);
