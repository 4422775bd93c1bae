// Agents as npm really installs them: what they depend on lies beside them, and they run inside all the same.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openToAgents } from '../../../src/runner/sandbox/account.ts';
import { versionIn } from '../../../src/runner/sandbox/programs.ts';
import { describeInWalls } from '../../world/walls.ts';
import { tempFolder } from '../places.ts';
import { openRoom, type Room } from './room.ts';

const QUIET = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

function npm(cwd: string, ...words: string[]): string {
  const env = { ...process.env, npm_config_cache: join(cwd, '.cache') };
  return execFileSync('npm', words, { cwd, env, encoding: 'utf8' }).trim();
}

/** Packs a package of one file. Answers its tarball. */
function pack(root: string, manifest: { name: string; [key: string]: unknown }, main: string): string {
  const folder = join(root, 'sources', manifest.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', type: 'module', ...manifest }));
  writeFileSync(join(folder, 'main.js'), main, { mode: 0o755 });
  return join(root, npm(root, 'pack', '--silent', folder));
}

/** An agent whose words are another package's, as a tarball without any registry. */
async function packed(): Promise<{ root: string; agent: string }> {
  const root = tempFolder();
  await openToAgents(root);
  const words = pack(root, { name: 'words', exports: './main.js' }, 'export const word = "hoisted";');
  const wordy = {
    name: 'wordy-agent',
    bin: { wordy: 'main.js' },
    dependencies: { words: `file:${words}` },
  };
  const main = '#!/usr/bin/env node\nimport { word } from "words";\nconsole.log(word, process.argv[2]);\n';
  return { root, agent: pack(root, wordy, main) };
}

await describeInWalls('programs that npm installed, inside', () => {
  let room: Room;
  let root: string;
  let agent: string;
  beforeAll(async () => {
    room = await openRoom();
    ({ root, agent } = await packed());
  });

  async function said(argv: string[]): Promise<string> {
    const wrapped = room.choice.sandbox.wrap(argv, { ...room.walls, ours: true });
    return (await room.inside('', { argv: wrapped.argv })).said;
  }

  test('a folder of its own: by way of node_modules/.bin, with the dependency beside it', async () => {
    const folder = join(root, 'agents');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    npm(folder, 'install', ...QUIET, agent);
    const program = join(folder, 'node_modules/.bin/wordy');
    expect(await said([program, 'local'])).toBe('hoisted local\n');
    expect(['wordy-agent', 'words', 'other'].map(name => versionIn(program, name))).toEqual([
      '1.2.3',
      '1.2.3',
      undefined,
    ]);
  });

  test('a global prefix: bin is a link, the dependency is nested', async () => {
    const prefix = join(root, 'prefix');
    npm(root, 'install', ...QUIET, '--global', '--prefix', prefix, agent);
    const program = join(prefix, 'bin/wordy');
    expect(await said([program, 'global'])).toBe('hoisted global\n');
  });

  test('what stands beside node_modules is not shown, and node_modules cannot be written', async () => {
    const folder = join(root, 'agents');
    writeFileSync(join(folder, 'operators.txt'), 'secret');
    const look = `const fs = require('fs'); const at = p => { try { return p(); } catch (error) { return error.code; } };
      console.log(at(() => fs.readFileSync('${folder}/operators.txt', 'utf8')), at(() => fs.writeFileSync('${folder}/node_modules/x', '')),
        fs.readdirSync('${folder}').join());`;
    const program = join(folder, 'node_modules/.bin/wordy');
    expect(await said([process.execPath, '-e', look, program])).toBe('ENOENT EROFS node_modules\n');
  });
});
