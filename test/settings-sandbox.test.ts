// The operator's words about the sandbox: a mistake ends the start with what to do, nothing is guessed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../src/settings.ts';

const GOOD = {
  APP_ID: '1',
  PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----',
  WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
};
const read = (env: NodeJS.ProcessEnv) => readSettings({ ...GOOD, ...env });

describe('settings of the sandbox', () => {
  it.each([
    [{ ULTRALOOP_SANDBOX: 'none' }, /^ULTRALOOP_SANDBOX: .*unsafe-none/],
    [
      { ULTRALOOP_AGENT_HOSTS: 'api.example.com, *.example.com' },
      /^ULTRALOOP_AGENT_HOSTS: \*\.example\.com:443 is not/,
    ],
    [{ ULTRALOOP_AGENT_HOSTS: 'https://api.example.com' }, /^ULTRALOOP_AGENT_HOSTS: .* is not a host and a port/],
    [{ ULTRALOOP_SANDBOX_READ: 'toolchain' }, /^ULTRALOOP_SANDBOX_READ: toolchain is not the full path/],
    [{ ULTRALOOP_SANDBOX_READ: '/opt/go /' }, /^ULTRALOOP_SANDBOX_READ: \/ is not/],
    [{ ULTRALOOP_MODEL_RUN_TOKENS: '0' }, /^ULTRALOOP_MODEL_RUN_TOKENS: /],
    [{ ULTRALOOP_SETUP_HOSTS: '*' }, /^ULTRALOOP_SETUP_HOSTS: \*:443 is not a host and a port/],
    [{ ULTRALOOP_SANDBOX_MEMORY_MB: '2G' }, /^ULTRALOOP_SANDBOX_MEMORY_MB: /],
    [{ ULTRALOOP_SANDBOX_DISK_MB: '0' }, /^ULTRALOOP_SANDBOX_DISK_MB: /],
  ])('%j is refused', (env, words) => expect(() => read(env)).toThrow(words));

  it('is walls, no host and nothing to be read where nothing is said', () => {
    expect(read({})).toMatchObject({ sandbox: 'auto', sandboxRead: [], agentHosts: [] });
    expect(read({})).toMatchObject({ quota: {}, setupHosts: [] });
    expect(read({}).modelCap).toEqual({ requests: 2000, tokens: 20_000_000 });
  });

  it('caps a run in US dollars only where that can be held', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'agents-'));
    const file = join(dir, 'agents.yml');
    const agents = 'agents: { mine: { title: Mine, drive: command, command: ["true"] } }\nusual: mine\n';
    await writeFile(file, `${agents}prices: { "m-*": { in: 1, out: 2 } }\n`);
    const priced = { ULTRALOOP_AGENTS: file, ULTRALOOP_MODEL_RUN_USD: '2.50' };
    expect(read(priced).modelCap).toEqual({ requests: 2000, tokens: 20_000_000, usd: 2.5 });
    expect(() => read({ ...priced, ULTRALOOP_SANDBOX: 'unsafe-none' })).toThrow(/cannot be held without a sandbox/);
    expect(() => read({ ...priced, ULTRALOOP_MODEL_RUN_USD: '0' })).toThrow(/^ULTRALOOP_MODEL_RUN_USD: /);
    await writeFile(file, agents);
    expect(() => read(priced)).toThrow(/^ULTRALOOP_MODEL_RUN_USD: no model has a price/);
    await rm(dir, { recursive: true });
  });

  it('counts memory and disk in megabytes', () => {
    const { quota } = read({ ULTRALOOP_SANDBOX_MEMORY_MB: '2048', ULTRALOOP_SANDBOX_FILES: '5000' });
    expect(quota).toEqual({ memory: 2 * 1024 ** 3, files: 5000 });
  });

  it('takes lists with spaces or commas, the usual port, and paths without a slash at the end', () => {
    const { agentHosts, sandboxRead } = read({
      ULTRALOOP_AGENT_HOSTS: 'API.example.com, 10.0.0.5:8080 [fd12::1]:443',
      ULTRALOOP_SANDBOX_READ: '/opt/go/,/home/me/.config/agent',
    });
    expect(agentHosts).toEqual(['api.example.com:443', '10.0.0.5:8080', '[fd12::1]:443']);
    expect(sandboxRead).toEqual(['/opt/go', '/home/me/.config/agent']);
  });
});
