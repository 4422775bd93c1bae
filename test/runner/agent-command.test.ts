// Agents that are command lines: what they print, the second start that asks once more, and what counts of one that ends badly.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentConfig } from '../../src/agents.ts';
import { type AgentOptions, makeAgent } from '../../src/runner/agent.ts';
import { unsafeNone } from '../../src/runner/sandbox/sandbox.ts';
import type { AgentJob } from '../../src/tools.ts';
import { makeOrigin, readyWorkspace } from './places.ts';
import { plainAgent } from './plain-agent.ts';

const mistake = (value: unknown): string | undefined =>
  (value as { verdict?: string } | undefined)?.verdict ? undefined : 'verdict: there is none';

async function room(script: string, config: Partial<AgentConfig> = {}, options: Partial<AgentOptions> = {}) {
  const origin = makeOrigin();
  const { workspace, prepared } = await readyWorkspace(origin);
  const file = join(origin.root, 'agent.sh');
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const agent = plainAgent([file, '{promptFile}', '{resultFile}'], config);
  const data = join(origin.root, 'data');
  const { run } = makeAgent({ run: 'c1', data, workspace, sandbox: unsafeNone, agents: () => agent, ...options });
  const job: AgentJob = {
    ...{ stage: 'execute', role: 'implementer', from: prepared.tree, readOnly: false, timeoutMin: 1, idleMin: 1 },
    brief: [{ heading: 'Task', text: 'Write two.', trust: 'data' }],
  };
  return {
    ...{ workspace, prepared, folder: join(data, 'runs/c1/jobs/c1.execute-implementer') },
    play: (more: Partial<AgentJob> = {}) => run({ ...job, ...more }),
  };
}

describe('asked once more', () => {
  const forgetful = `echo asked >> asked.txt
    if grep -q 'Your last answer was not valid' "$1"; then echo '{"verdict":"CLEAN","usage":{"tokensIn":2,"costUsd":1}}' > "$2"
    else echo '{"usage":{"tokensIn":3}}' > "$2"; fi; echo out`;

  it('U6 by a second start in the same place, told what was wrong; what both used and took is one sum', async () => {
    const at = await room(forgetful);
    const turn = await at.play({ role: 'reviewer', readOnly: true, mistake });
    expect(turn).toMatchObject({ outcome: 'ok', value: { verdict: 'CLEAN' }, discarded: ['asked.txt'] });
    expect(turn.usage).toEqual({ tokensIn: 5, costUsd: 1, scope: 'turn', source: 'answer' });
    expect(turn.log).toMatchObject({ head: 'out\n', tail: 'out\n', bytes: 8, lines: 2, dropped: 0 });
    const prompt = readFileSync(join(at.folder.replace('implementer', 'reviewer'), 'prompt.md'), 'utf8');
    expect(prompt).toMatch(/Write two\.[\s\S]*## Your last answer was not valid\n\nverdict: there is none\n/);
  });

  it('a writer keeps what it wrote; the tree is not set back before the second start', async () => {
    const at = await room(`echo x >> src/a.ts\n${forgetful}`);
    expect(await at.play({ role: 'tester', mistake })).toMatchObject({ outcome: 'ok', value: { verdict: 'CLEAN' } });
    expect(await at.workspace.read((await at.workspace.snapshot(at.prepared.tree)).to, 'src/a.ts')).toBe('one\nx\nx\n');
  });

  it('U6 only once, and not when nobody needs an answer, or it ended badly', async () => {
    const at = await room('echo asked >> asked.txt; cat asked.txt');
    const { log } = await at.play({ mistake });
    expect(log.head + log.tail).toBe('asked\nasked\nasked\n');
    expect((await at.play()).log).toMatchObject({ head: 'asked\n', tail: '' });
    const bad = await room('echo asked; exit 4');
    expect(await bad.play({ mistake })).toMatchObject({
      outcome: 'failed',
      exitCode: 4,
      log: { head: 'asked\n', tail: '' },
    });
  });

  it('U6 the answer of the first time is not there for the second', async () => {
    const at = await room('[ -e "$2" ] && exit 7; echo "{}" > "$2"');
    expect(await at.play({ mistake })).toMatchObject({ outcome: 'ok', value: {} });
  });
});

describe('evidence', () => {
  it('K20 a bad exit code with a valid answer in its file is no failure, and is said', async () => {
    const at = await room(`echo '{"verdict":"CLEAN"}' > "$2"; exit 3`);
    const turn = await at.play({ mistake });
    expect(turn).toMatchObject({ outcome: 'ok', exitCode: 3, value: { verdict: 'CLEAN' } });
    expect(turn.notes).toEqual(['Its answer was there before it ended with an error; it counts']);
  });

  it('K20 one that hangs behind its answer neither', async () => {
    const at = await room(`echo '{"verdict":"CLEAN"}' > "$2"; sleep 300`);
    expect(await at.play({ mistake, timeoutMin: 0.02 })).toMatchObject({ outcome: 'ok', value: { verdict: 'CLEAN' } });
  });

  it.each([
    ['a wrong answer', `echo '{"verdict":""}' > "$2"; exit 3`],
    ['an answer it only printed', `echo '{"verdict":"CLEAN"}'; exit 3`],
  ])('K20 %s does not make up for a bad end', async (_, script) => {
    expect(await (await room(script)).play({ mistake })).toMatchObject({ outcome: 'failed', exitCode: 3 });
  });

  it('what it says of its model service is trouble only without a valid answer', async () => {
    const words = 'echo "API Error: 401 invalid x-api-key" >&2';
    const failed = await (await room(`${words}; exit 1`)).play({ mistake });
    expect(failed.trouble).toMatchObject({ kind: 'unauthorised', source: 'agent' });
    expect(failed.trouble?.detail).not.toContain('x-api-key');
    const fine = await room(`${words}; echo '{"verdict":"CLEAN"}' > "$2"`);
    expect(await fine.play({ mistake })).not.toHaveProperty('trouble');
  });
});

describe('what it prints', () => {
  const usage = { tokensIn: '/usage/in', tokensOut: '/usage/out', costUsd: '/cost' };

  it('is JSON with the last word and the usage in it, where the configuration says', async () => {
    const events = [
      '{"type":"start"}',
      '{"item":{"text":"first"},"usage":{"in":1,"out":1}}',
      '{"item":{"text":"Here: {\\"verdict\\":\\"CLEAN\\"}"},"usage":{"in":20,"out":3},"cost":0.5}',
      '{"type":"end"}',
    ];
    const at = await room(`printf '%s\\n' ${events.map(event => `'${event}'`).join(' ')}`, {
      output: { text: '/item/text', usage },
      usageScope: 'last-step',
    });
    const turn = await at.play({ mistake });
    expect(turn).toMatchObject({ outcome: 'ok', value: { verdict: 'CLEAN' } });
    expect(turn.usage).toEqual({ tokensIn: 20, tokensOut: 3, costUsd: 0.5, scope: 'last-step', source: 'agent' });
  });

  it('the answer may be data already', async () => {
    const at = await room(`echo '{"structured":{"verdict":"CLEAN"}}'`, { output: { text: '/structured' } });
    expect((await at.play({ mistake })).value).toEqual({ verdict: 'CLEAN' });
  });
});

describe('its home', () => {
  const files = { '.tool/config.toml': 'model = "{model}"\nbase = "{base:openai}"\n' };
  const services = { openai: { base: 'http://127.0.0.1:1/openai', key: 'no-key' } };

  it('holds its settings, filled in, for its eyes only, and is gone afterwards', async () => {
    const at = await room(
      'echo "$HOME"; cat "$HOME/.tool/config.toml"; ls -l "$HOME/.tool" | tail -1 | cut -c1-10',
      { files, models: { standard: 'm1' } },
      { services },
    );
    const { log } = await at.play();
    const home = join(at.folder, 'home');
    expect(log.head).toBe(`${home}\nmodel = "m1"\nbase = "http://127.0.0.1:1/openai"\n-rw-------\n`);
    expect(() => readFileSync(join(home, '.tool/config.toml'))).toThrow(/ENOENT/);
  });

  it.each(['../out.txt', '/etc/out.txt', '', '.'])('has no file outside of itself: %s', async name => {
    const turn = await (await room('true', { files: { [name]: 'x' } })).play();
    expect(turn).toMatchObject({
      outcome: 'missing',
      log: { head: expect.stringContaining('not a path inside the home') },
    });
  });

  it('is the host’s where nobody asks for one', async () => {
    expect((await (await room('echo "$HOME"')).play()).log.head).toBe(`${process.env.HOME}\n`);
  });

  it('a key in a command line, for everybody on the host to read, is refused', async () => {
    const turn = await (await room('true', { command: ['true', '--key={key:openai}'] }, { services })).play();
    expect(turn).toMatchObject({
      outcome: 'missing',
      log: { head: expect.stringContaining('key in its command line') },
    });
  });
});
