import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doctor } from '../src/doctor.ts';
import { openToAgents } from '../src/runner/sandbox/account.ts';
import { tempFolder } from './runner/places.ts';
import { describeInWalls } from './world/walls.ts';

const GOOD = {
  APP_ID: '1',
  PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----',
  WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
  ULTRALOOP_AGENT: 'my-agent {promptFile}',
};

async function data(): Promise<string> {
  const folder = tempFolder();
  await openToAgents(folder);
  return join(folder, 'data');
}

describe('K19 doctor', () => {
  test('names every mistake of the settings, and looks at the rest all the same', async () => {
    const { lines, healthy } = await doctor({ ULTRALOOP_DATA: await data(), ULTRALOOP_SANDBOX: 'unsafe-none' });
    expect(lines).toEqual([
      expect.stringMatching(/^✘ APP_ID /),
      expect.stringMatching(/^✘ WEBHOOK_SECRET /),
      '● no sandbox, as ULTRALOOP_SANDBOX=unsafe-none says: every report repeats it',
    ]);
    expect(healthy).toBe(false);
  });

  test('a sandbox that cannot be had is not healthy, and it says what to do', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    const { lines, healthy } = await doctor({ ...GOOD, ULTRALOOP_DATA: await data() });
    process.env.PATH = path;
    expect(lines).toContainEqual(expect.stringMatching(/^✘ no sandbox, so no run: /));
    expect(healthy).toBe(false);
  });
});

await describeInWalls('K19 doctor where walls hold', () => {
  test('SEC-81 every attempt at the walls is printed', async () => {
    const { lines, healthy } = await doctor({ ...GOOD, ULTRALOOP_DATA: await data() });
    expect(lines).toEqual(
      expect.arrayContaining([
        '✔ agent: command: my-agent {promptFile}',
        '✔ sandbox: bubblewrap',
        '✔ a file outside cannot be read',
      ]),
    );
    expect(lines.filter(line => !line.startsWith('✔'))).toEqual([]);
    expect(healthy).toBe(true);
  });
});
