// Tries the walls before anything relies on them: real attempts inside, and a look outside at what came of them (SEC-81).
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { cleanEnv } from '../environment.ts';
import { git, gitText } from '../git.ts';
import { runProcess } from '../process.ts';
import { giveTree, letThrough } from './ownership.ts';
import { type Attempt, PROBES, probeScript } from './probes.ts';
import type { Sandbox } from './sandbox.ts';

/** One attempt: what was tried, and whether the walls did what they must. */
export interface Probe {
  what: string;
  ok: boolean;
}
export interface Tested {
  /** Empty when not even the first attempt could be made. */
  probes: Probe[];
  /** What was printed besides, such as bubblewrap's own words when it could not start. */
  said: string;
}

const TIMEOUT_MS = 60_000;

/** Runs the probes in a folder of their own below the data folder, which is removed again. Takes a fifth of a second. */
export async function selfTest(sandbox: Sandbox, data: string): Promise<Tested> {
  const at = await makePlaces(data, sandbox);
  const server = createServer(socket => socket.destroy());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const said = await attempt(sandbox, at, port);
    const lines = new Set(said.split('\n'));
    const seen = (probe: Attempt): boolean => lines.has(`${probe.name} ${probe.must}`);
    const left = said.replaceAll(/^\S+ (?:works|refused)$\n?/gm, '').trim();
    if (!PROBES.some(seen)) return { probes: [], said: left };
    const outside = { what: 'nothing outside can be written', ok: !existsSync(at.marker) };
    return {
      probes: [...PROBES.map(probe => ({ what: probe.what, ok: seen(probe) })), outside],
      said: left,
    };
  } finally {
    server.close();
    await rm(at.folder, { recursive: true, force: true });
  }
}

type Places = Awaited<ReturnType<typeof makePlaces>>;

async function attempt(sandbox: Sandbox, at: Places, port: number): Promise<string> {
  const walls = { worktree: at.worktree, readOnlyDirs: [at.mirror], writableDirs: [] };
  const script = probeScript({ secret: at.secret, marker: at.marker, port });
  const wrapped = sandbox.wrap(['/bin/sh', '-c', script], walls);
  const { log } = await runProcess({
    argv: wrapped.argv,
    account: wrapped.account,
    cwd: '/',
    env: { ...cleanEnv([]), ...wrapped.env },
    job: `self-test.${randomUUID()}`,
    run: 'self-test',
    timeoutMs: TIMEOUT_MS,
  });
  return log.head + log.tail;
}

/** A repository with a worktree, and a secret beside it that its account could read were it to get there. */
async function makePlaces(data: string, { account }: Sandbox) {
  const folder = join(data, 'sandbox', `self-test-${randomUUID()}`);
  const [mirror, worktree, secret] = [join(folder, 'mirror.git'), join(folder, 'worktree'), join(folder, 'secret')];
  const place = { gitDir: mirror, remote: { url: 'https://github.com' }, author: { name: 'x', email: 'x' } };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await git(place, ['init', '--quiet', '--bare', '--template=', mirror]);
  const tree = await gitText(place, ['mktree'], { input: '' });
  const commit = await gitText(place, ['commit-tree', tree, '-m', 'x']);
  await git(place, ['worktree', 'add', '--quiet', '--detach', worktree, commit]);
  await writeFile(secret, 'secret', { mode: 0o644 });
  if (account) {
    await letThrough(data, folder, account);
    await giveTree(worktree, account);
  }
  return { folder, mirror, worktree, secret, marker: join(folder, 'marker') };
}
