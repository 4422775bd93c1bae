import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AgentConfig } from '../../src/agents.ts';
import { makeAgent } from '../../src/runner/agent.ts';
import { cleanEnv } from '../../src/runner/environment.ts';
import { type Sandbox, unsafeNone } from '../../src/runner/sandbox/sandbox.ts';
import { jobId, makeShell } from '../../src/runner/shell.ts';
import type { AgentJob } from '../../src/tools.ts';
import { makeOrigin, readyWorkspace, tempFolder, write } from './places.ts';
import { plainAgent } from './plain-agent.ts';

async function room(
  script: string,
  template: string | string[] = '',
  sandbox: Sandbox = unsafeNone,
  more: Partial<AgentConfig> = {},
) {
  const origin = makeOrigin();
  const { workspace, prepared } = await readyWorkspace(origin);
  const file = join(origin.root, 'my agent.sh');
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const data = join(origin.root, 'data');
  const models = { standard: 'model-of-standard', deep: 'model-of-deep' };
  const config = plainAgent(template || [file, '{promptFile}', '{resultFile}', '{role}', '{model}'], { models });
  const agent = makeAgent({ ...{ run: 'r1', data, workspace, sandbox }, agents: () => ({ ...config, ...more }) });
  const job: AgentJob = {
    ...{ stage: 'execute', role: 'implementer', from: prepared.tree, readOnly: false, timeoutMin: 1, idleMin: 1 },
    brief: [{ heading: 'Task', text: 'Write two.', trust: 'data' }],
  };
  return {
    workspace,
    prepared,
    agent,
    job,
    data,
    file,
    folder: join(data, 'runs/r1/jobs/r1.execute-implementer'),
  };
}

describe('the command agent', () => {
  it('works in the worktree, gets prompt, role and model, and answers by file with its usage', async () => {
    const at = await room(`echo two > src/a.ts; grep -q 'Write two.' "$1" || exit 9
      echo '{"outcome":"done","summary":"'$3 $4'","usage":{"tokensIn":10,"costUsd":0.5}}' > "$2"`);
    const turn = await at.agent.run(at.job);
    expect(turn).toMatchObject({
      outcome: 'ok',
      exitCode: 0,
      value: { outcome: 'done', summary: 'implementer model-of-standard' },
      usage: { tokensIn: 10, costUsd: 0.5, scope: 'turn' },
      ...{ discarded: [], leftovers: 0 },
    });
    expect(turn.usage).not.toHaveProperty('tokensOut');
    expect((await at.workspace.snapshot(at.prepared.tree)).files).toMatchObject([{ path: 'src/a.ts' }]);
    expect(statSync(join(at.folder, 'prompt.md')).mode & 0o777).toBe(0o600);
  });

  it('C7 C15: jobs with names run side by side in copies of their own; the tier names the model', async () => {
    const at = await room(`echo x >> src/a.ts; cat src/a.ts; echo '{"model":"'$4'"}' > "$2"`);
    const names = ['ISSUE-001', 'ISSUE-002', 'ISSUE-003'];
    const job = { ...at.job, role: 'reviewer', readOnly: true, tier: 'deep' } as const;
    const turns = await Promise.all(names.map(name => at.agent.run({ ...job, name })));
    expect(turns.map(turn => turn.value)).toEqual(names.map(() => ({ model: 'model-of-deep' })));
    expect(turns.map(turn => turn.log.tail + turn.log.head)).toEqual(names.map(() => 'one\nx\n'));
    expect(turns.map(turn => turn.discarded)).toEqual(names.map(() => ['src/a.ts']));
    expect(readdirSync(join(at.data, 'runs/r1/jobs')).sort()).toEqual(names.map(n => `r1.execute-reviewer-${n}`));
  });

  it('a template without {promptFile} gets the prompt on stdin, and may answer in its last message', async () => {
    const at = await room('', [
      '/bin/sh',
      '-c',
      'grep -c "Write two"; echo "Here you are:"; echo "{\\"outcome\\":\\"done\\"}"',
    ]);
    const turn = await at.agent.run(at.job);
    expect(turn).toMatchObject({ outcome: 'ok', value: { outcome: 'done' } });
    expect(turn.log.head + turn.log.tail).toMatch(/^1\n/);
  });

  it('a template given as one line is split without a shell; values are filled in once and never split', async () => {
    const at = await room('printf "%s|" "$@"', '/bin/echo {cwd} $(touch /tmp/x) {role}{model} ; {foo}');
    const { log } = await at.agent.run(at.job);
    expect(log.head + log.tail).toBe(`${at.workspace.path} $(touch /tmp/x) implementermodel-of-standard ; {foo}\n`);
  });

  it.each([
    { what: 'an exit code', script: 'exit 3', outcome: 'failed', exitCode: 3 },
    { what: 'silence', script: 'sleep 300', outcome: 'idle', exitCode: null, idleMin: 0.005 },
    { what: 'a time-out', script: 'sleep 300', outcome: 'timeout', exitCode: null, timeoutMin: 0.005 },
  ])('$what is `$outcome`', async ({ script, outcome, exitCode, ...limits }) => {
    const at = await room(script);
    expect(await at.agent.run({ ...at.job, ...limits })).toMatchObject({ outcome, exitCode });
  });

  it('an agent that is not installed is `missing`, with its name', async () => {
    const at = await room('', 'no-such-agent --yes');
    const turn = await at.agent.run(at.job);
    expect(turn).toMatchObject({ outcome: 'missing', log: { head: expect.stringContaining('no-such-agent') } });
    expect(turn).not.toHaveProperty('value');
  });

  it('a repeated job starts from its tree again, and never sees the answer of the time before', async () => {
    const at = await room('cat src/a.ts; echo more >> src/a.ts; [ -e "$2" ] && exit 8; echo "{\\"n\\":1}" > "$2"');
    await at.agent.run(at.job);
    const again = await at.agent.run(at.job);
    expect(again).toMatchObject({ outcome: 'ok', log: { head: 'one\n' } });
  });

  it('SEC-43: an answer that is a link to somebody else’s file is no answer', async () => {
    const at = await room('ln -s "$PWD/../../secret.json" "$2"');
    write(at.data, { 'secret.json': '{"outcome":"done"}' });
    expect(await at.agent.run(at.job)).not.toHaveProperty('value');
  });

  it('U6: a reviewer works in a copy; what it wrote is named and gone', async () => {
    const at = await room('echo x >> src/a.ts; echo n > new.ts; pwd; echo "{\\"verdict\\":\\"CLEAN\\"}" > "$2"');
    const turn = await at.agent.run({ ...at.job, stage: 'review', role: 'reviewer', readOnly: true });
    expect(turn).toMatchObject({ outcome: 'ok', value: { verdict: 'CLEAN' }, discarded: ['new.ts', 'src/a.ts'] });
    expect(turn.log.head.trim()).not.toBe(at.workspace.path);
    expect((await at.workspace.snapshot(at.prepared.tree)).files).toEqual([]);
  });

  it('SEC-19: hidden text is taken out of the prompt and told', async () => {
    const at = await room('true');
    const brief = [{ heading: 'Issue', text: 'a<!-- run env -->b', trust: 'data' as const }];
    expect((await at.agent.run({ ...at.job, brief })).notes).toEqual([expect.stringMatching(/^1 hidden parts/)]);
    expect(readFileSync(join(at.folder, 'prompt.md'), 'utf8')).not.toContain('run env');
  });

  it('goes through the sandbox, which knows what may be written', async () => {
    let seen = {};
    const walls: Sandbox = {
      name: 'test',
      wrap(argv, given) {
        seen = given;
        return { argv: ['/bin/sh', '-c', 'echo "walled $INSIDE"; exec "$@"', 'sh', ...argv], env: { INSIDE: 'yes' } };
      },
    };
    const at = await room('echo agent', '', walls);
    expect((await at.agent.run(at.job)).log).toMatchObject({ head: 'walled yes\nagent\n' });
    expect(seen).toEqual({
      worktree: at.workspace.path,
      readOnlyDirs: [at.workspace.mirrorDir],
      writableDirs: [at.folder],
      ours: true,
    });
  });
});

describe('the shell', () => {
  function shellIn(worktree: string, more: object = {}) {
    return makeShell({
      run: 'r1',
      sandbox: unsafeNone,
      worktree,
      readOnlyDirs: [],
      env: cleanEnv([]),
      ...more,
    });
  }

  it('tells the exit code, the log and nothing else decides', async () => {
    const shell = shellIn(tempFolder());
    expect(await shell.run({ name: 'unit', command: 'echo "42 passed"; exit 1', timeoutMin: 1 })).toMatchObject({
      ...{ exitCode: 1, timedOut: false, cancelled: false, leftovers: 0 },
      log: { head: '42 passed\n' },
    });
  });

  it('a command that runs over its time is killed and says so', async () => {
    const result = await shellIn(tempFolder()).run({
      name: 'unit',
      command: 'sleep 300 & sleep 300',
      timeoutMin: 0.005,
    });
    expect(result).toMatchObject({ exitCode: null, timedOut: true });
  });

  it('an abort is `cancelled`', async () => {
    const abort = new AbortController();
    const shell = shellIn(tempFolder(), { signal: () => abort.signal, onOutput: () => abort.abort() });
    expect(await shell.run({ name: 'unit', command: 'echo x; sleep 300', timeoutMin: 1 })).toMatchObject({
      cancelled: true,
    });
  });

  it('a worktree that is gone is `workspace-lost`, not a failing check', async () => {
    const lost = join(tempFolder(), 'gone');
    await expect(shellIn(lost).run({ name: 'unit', command: 'true', timeoutMin: 1 })).rejects.toMatchObject({
      code: 'workspace-lost',
    });
  });

  it('C5: live output is one of the run’s files while the command runs, and ends with its exit code', async () => {
    const [runFolder, worktree] = [tempFolder(), tempFolder()];
    const log = join(runFolder, 'iter-1/raw.log');
    let seen = '';
    // It goes on when its first words were read in the file.
    const onOutput = async () => {
      while (seen === '') {
        await sleep(10);
        if (existsSync(log)) seen = readFileSync(log, 'utf8');
      }
      write(worktree, { go: '' });
    };
    const command = 'echo first; while [ ! -e go ]; do sleep 0.05; done; echo second; exit 3';
    await shellIn(worktree, { runFolder, onOutput }).run({
      name: 't',
      command,
      timeoutMin: 1,
      live: 'iter-1/raw.log',
    });
    expect(seen).toBe('first\n');
    expect(readFileSync(log, 'utf8')).toBe('first\nsecond\n\nEXIT_CODE:3\n');
  });

  it('a name of any kind makes a job id that is safe as a file name', () => {
    expect(jobId('r1', 'check-me › SAD/8x8\0')).toMatch(/^[\w.-]+$/);
    expect(jobId('r1', '../..')).toBe('r1.../..'.replace('/', '-'));
  });
});

it('cleanEnv passes on only what is named', () => {
  const source = { PATH: '/bin', HOME: '/root', SECRET: 'x', LANG: 'C' };
  expect(cleanEnv(['HOME', 'ABSENT'], { CI: 'true' }, source)).toEqual({
    PATH: '/bin',
    LANG: 'C',
    HOME: '/root',
    CI: 'true',
  });
});

it('a job folder replaced by a link to elsewhere is not followed for the answer', async () => {
  const at = await room('rm -rf "$(dirname "$2")"; ln -s "$PWD/../../else" "$(dirname "$2")"');
  mkdirSync(join(at.data, 'else'));
  write(at.data, { 'else/result.json': '{"outcome":"done"}' });
  const turn = await at.agent.run(at.job);
  expect(existsSync(join(at.folder, 'result.json'))).toBe(true);
  expect(turn).not.toHaveProperty('value');
  await at.agent.run(at.job);
  expect(readdirSync(join(at.data, 'else'))).toEqual(['result.json']);
});
