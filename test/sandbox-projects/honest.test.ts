// Honest work notices nothing of the walls: other people's test suites end inside as they end outside. `npm run honest`
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/schema.ts';
import { setupPart } from '../../src/config/setup-steps.ts';
import { cleanEnv } from '../../src/runner/environment.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { giveTree } from '../../src/runner/sandbox/ownership.ts';
import { type Sandbox, unsafeNone } from '../../src/runner/sandbox/sandbox.ts';
import { runSetup } from '../../src/runner/setup.ts';
import { makeShell, type ShellOptions } from '../../src/runner/shell.ts';
import { tempFolder } from '../runner/places.ts';
import { openRoom, type Room } from '../runner/sandbox/room.ts';
import { describeInWalls, withoutGate } from '../world/walls.ts';
import { fetchProject } from './fetch.ts';
import { PROJECTS, type Project } from './projects.ts';

/** Where npm gets packages from on this host. */
const { hostname, port } = new URL(execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }));
const REGISTRY = `${hostname}:${port || 443}`;
const MINUTES = 10;

await describeInWalls(
  'other people’s tests',
  () => {
    const lines: string[] = [];
    afterAll(() => console.log(`\n${lines.join('\n')}`));

    test.each(PROJECTS)('$name $version ($about)', async project => {
      const source = fetchProject(project, tempFolder());
      const room = await openRoom(source);
      const outside = await ranOutside(project, source, room.choice.sandbox);
      const inside = await ranInside(project, room);
      const { name, version, about } = project;
      lines.push(
        `${name} ${version}, ${about}: ${outside.results.length} results outside in ${outside.ms} ms, ` +
          `${inside.results.length} inside in ${inside.ms} ms, setup inside in ${inside.setupMs} ms`,
      );
      expect(outside.exitCode, `outside it fails already: ${outside.end}`).toBe(0);
      expect(outside.results.length).toBeGreaterThan(50);
      expect(inside.results, inside.end).toEqual(outside.results);
      expect(inside.exitCode, inside.end).toBe(0);
    });
  },
  withoutGate,
);

interface Ran {
  exitCode: number | null;
  results: string[];
  end: string;
  ms: number;
}

/** As the same account, with the same environment, on the same files; only without walls. */
async function ranOutside(project: Project, source: string, { account }: Sandbox): Promise<Ran> {
  const place = tempFolder();
  await openToAgents(place);
  const folder = join(place, 'project');
  cpSync(source, folder, { recursive: true });
  if (account) await giveTree(folder, account);
  const plain: Sandbox = { ...unsafeNone, wrap: argv => ({ argv, env: { HOME: folder }, account }) };
  const shell = { run: 'outside', sandbox: plain, worktree: folder, readOnlyDirs: [], env: environment() };
  const installed = await makeShell(shell).run({ name: 'install', command: 'npm ci', timeoutMin: MINUTES });
  expect(installed.exitCode, installed.log.tail + installed.log.head).toBe(0);
  return ran(shell, project);
}

/** By the product's own ways: the detected setup, then a check. */
async function ranInside(project: Project, room: Room): Promise<Ran & { setupMs: number }> {
  const { workspace, choice, data, tree } = room;
  const { setup: [step] = [] } = setupPart(DEFAULTS, ['package.json', 'package-lock.json'], [REGISTRY]);
  if (step === undefined) throw new Error('no setup was detected');
  const shell = {
    ...{ run: 'r1', sandbox: choice.sandbox, worktree: workspace.path, readOnlyDirs: [workspace.mirrorDir] },
    env: environment(),
  };
  const options = { ...shell, data, runFolder: join(data, 'runs/r1'), workspace, allowed: [REGISTRY] };
  const { command, ...setup } = step;
  const installed = await runSetup(options, { name: 'setup 1', command, timeoutMin: MINUTES, from: tree, setup });
  expect(installed.exitCode, installed.log.tail + installed.log.head).toBe(0);
  expect(installed.setup).toMatchObject({ reached: [REGISTRY], refused: [], swept: [] });
  return { ...(await ran(shell, project)), setupMs: installed.ms };
}

async function ran(shell: ShellOptions, { tests }: Project): Promise<Ran> {
  const chunks: Buffer[] = [];
  const onOutput = (_: string, chunk: Buffer) => void chunks.push(chunk);
  const job = { name: 'tests', command: tests, timeoutMin: MINUTES };
  const { exitCode, ms } = await makeShell({ ...shell, onOutput }).run(job);
  const said = Buffer.concat(chunks).toString('utf8');
  return { exitCode, ms, results: resultsOf(said, shell.worktree), end: said.slice(-3000) };
}

/** Every assertion by its name and verdict; without its number, the order of files that run side by side, and ids of processes in names. */
function resultsOf(tap: string, folder: string): string[] {
  const verdicts = tap.split('\n').filter(line => /^\s*(?:not )?ok \d/.test(line));
  const named = verdicts.map(line =>
    line
      .trim()
      .replace(/ok \d+/, 'ok')
      .replaceAll(folder, 'PROJECT'),
  );
  return named.map(line => line.replace(/'\d+\\n/, "'PID\\n")).sort();
}

function environment(): Record<string, string> {
  return cleanEnv([], { CI: 'true' });
}
