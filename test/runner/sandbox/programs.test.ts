import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { openToAgents } from '../../../src/runner/sandbox/account.ts';
import { findProgram, prefixOf, shownFor } from '../../../src/runner/sandbox/programs.ts';
import { describeInWalls } from '../../world/walls.ts';
import { tempFolder } from '../places.ts';
import { openRoom, type Room } from './room.ts';

/** An agent as npm installs it: a link in bin, the package elsewhere, with a module of its own. */
async function installed(): Promise<{ root: string; link: string; pack: string }> {
  const root = tempFolder();
  await openToAgents(root);
  const pack = join(root, 'lib/node_modules/@some/agent');
  mkdirSync(join(pack, 'cli'), { recursive: true });
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(pack, 'package.json'), '{"type":"module"}');
  writeFileSync(join(pack, 'words.js'), 'export const word = "hello";');
  writeFileSync(
    join(pack, 'cli/main.js'),
    '#!/usr/bin/env node\nimport { word } from "../words.js";\nconsole.log(word, process.argv[2]);\n',
    { mode: 0o755 },
  );
  const link = join(root, 'bin/agent');
  symlinkSync('../lib/node_modules/@some/agent/cli/main.js', link);
  return { root, link, pack };
}

describe('programs', () => {
  it('are found as a shell finds them', async () => {
    const { root, link } = await installed();
    writeFileSync(join(root, 'plain'), 'x');
    expect(findProgram('agent', `/nowhere:${join(root, 'bin')}`)).toBe(link);
    expect(findProgram('./agent', '', join(root, 'bin'))).toBe(link);
    expect(findProgram(link, undefined)).toBe(link);
    expect([findProgram('plain', root), findProgram('agent', ''), findProgram('', root)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are shown with the links to them and the package they are of; the system is there already', async () => {
    const { root, link, pack } = await installed();
    expect(shownFor([link, '--flag', 'word', '/usr/bin/env'], [])).toEqual([
      { path: link, linkTo: '../lib/node_modules/@some/agent/cli/main.js' },
      { path: join(pack, 'cli/main.js') },
      { path: join(root, 'lib/node_modules') },
    ]);
    expect(shownFor([link], [root])).toEqual([]);
  });

  it('the prefix of a runtime is all of it, but never a home', () => {
    expect(prefixOf(process.execPath)).not.toBe(process.env.HOME);
    const home = tempFolder();
    mkdirSync(join(home, 'bin'));
    const node = join(home, 'bin/node');
    writeFileSync(node, '', { mode: 0o755 });
    expect(prefixOf(node)).toBe(home);
    const before = process.env.HOME;
    process.env.HOME = home;
    expect(prefixOf(node)).toBe(node);
    process.env.HOME = before;
  });
});

await describeInWalls('inside', () => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom();
  });

  async function said(argv: string[], ours: boolean): Promise<string> {
    const wrapped = room.choice.sandbox.wrap(argv, { ...room.walls, ours });
    return (await room.inside('', { argv: wrapped.argv })).said;
  }

  test('an agent installed outside /usr runs; a check cannot show itself a file by naming it', async () => {
    const { link } = await installed();
    expect(await said([link, 'there'], true)).toBe('hello there\n');
    expect(await said(['/bin/cat', room.secret], false)).not.toContain('operators');
    expect(await said([room.secret], false)).not.toContain('operators');
  });
});
