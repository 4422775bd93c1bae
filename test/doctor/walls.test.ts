import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doctor, doctorText, type Examined } from '../../src/doctor/doctor.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { tempFolder } from '../runner/places.ts';
import { describeInWalls } from '../world/walls.ts';

const GOOD = {
  APP_ID: '1',
  PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----',
  WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
  ULTRALOOP_AGENT: 'node {promptFile}',
  // Nobody is there: what GitHub's side looks like is told elsewhere.
  ...{ GHE_HOST: '127.0.0.1:1', GHE_PROTOCOL: 'http' },
};

async function data(): Promise<string> {
  const folder = tempFolder();
  await openToAgents(folder);
  return join(folder, 'data');
}

const linesOf = ({ sections }: Examined, title: string): string[] =>
  (sections.find(section => section.title === title)?.lines ?? []).map(([sign, text]) => `${sign} ${text}`);

describe('K19 doctor', () => {
  test('names every mistake of the settings, and looks at the rest all the same', async () => {
    const examined = await doctor({ ULTRALOOP_DATA: await data(), ULTRALOOP_SANDBOX: 'unsafe-none' });
    expect(linesOf(examined, 'Settings')).toEqual([
      expect.stringMatching(/^✘ APP_ID /),
      expect.stringMatching(/^✘ WEBHOOK_SECRET /),
      expect.stringMatching(/^✘ PRIVATE_KEY /),
    ]);
    expect(linesOf(examined, 'Sandbox')).toEqual([
      '● no sandbox, as ULTRALOOP_SANDBOX=unsafe-none says: every report repeats it',
    ]);
    expect(linesOf(examined, 'Host')).toEqual([
      expect.stringMatching(/^[✔●] git version \d/),
      expect.stringMatching(/^✔ data folder .*: can be written, and there is room$/),
    ]);
    expect(examined.sections.map(({ title }) => title)).toEqual(['Settings', 'Sandbox', 'Host']);
    expect(examined.healthy).toBe(false);
  });

  test('a sandbox that cannot be had is not healthy, and it says what to do', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    const examined = await doctor({ ...GOOD, ULTRALOOP_DATA: await data() });
    process.env.PATH = path;
    expect(linesOf(examined, 'Sandbox')).toContainEqual(expect.stringMatching(/^✘ no sandbox, so no run: /));
    expect(linesOf(examined, 'Host')).toContain('✘ git is not on the PATH of the app');
    expect(linesOf(examined, 'Agents')).toContainEqual(
      expect.stringMatching(/^✘ command: there is no program node on/),
    );
    expect(examined.healthy).toBe(false);
  });

  test('a database that does not answer, a data folder that cannot be one, and nobody at GitHub', async () => {
    const wrong = { DATABASE_URL: 'postgresql://x:pass-word@127.0.0.1:1/none', ULTRALOOP_DATA: '/dev/null/data' };
    const examined = await doctor({ ...GOOD, ...wrong, ULTRALOOP_SANDBOX: 'unsafe-none' });
    expect(linesOf(examined, 'Host')).toEqual([
      expect.stringMatching(/^[✔●] git/),
      expect.stringMatching(/^✘ data folder \/dev\/null\/data: ENOTDIR/),
      expect.stringMatching(/^✘ database: The Postgres at x@127\.0\.0\.1:1\/none does not answer/),
    ]);
    expect(linesOf(examined, 'GitHub')).toEqual([expect.stringMatching(/^✘ .*(?:Offline|PEM|key)/i)]);
    expect(doctorText(examined)).not.toContain('pass-word');
  });
});

await describeInWalls('K19 doctor where walls hold', () => {
  test('SEC-81 every attempt at the walls is printed', async () => {
    const examined = await doctor({ ...GOOD, ULTRALOOP_DATA: await data() });
    const lines = linesOf(examined, 'Sandbox');
    expect(lines).toEqual(expect.arrayContaining(['✔ sandbox: bubblewrap', '✔ a file outside cannot be read']));
    expect(lines.filter(line => !line.startsWith('✔'))).toEqual([]);
    expect(doctorText(examined)).toMatch(
      /^Settings\n {2}✔ [\s\S]*\n\nAgents\n {2}✔ command: \S+node[\s\S]*\n\nSandbox\n/,
    );
  });
});
