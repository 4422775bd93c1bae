// What the doctor says of each agent: real programs as npm lays them out, and a real turn behind real walls.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAgentBook } from '../../src/agent-book.ts';
import { agentLines } from '../../src/doctor/agents.ts';
import { dryTurnLines } from '../../src/doctor/dry-turns.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { chooseSandbox } from '../../src/runner/sandbox/choose.ts';
import { planOutside } from '../../src/runner/sandbox/plan-outside.ts';
import { unsafeNone } from '../../src/runner/sandbox/sandbox.ts';
import { tempFolder } from '../runner/places.ts';
import { describeInWalls, withoutGate } from '../world/walls.ts';

const KEY = 'sk-the-real-key-0123456789';
let root: string;
let bin: string;

beforeAll(async () => {
  root = tempFolder();
  await openToAgents(root);
  bin = join(root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
});

/** A program of an npm package. */
function installed(name: string, program: string, version: string): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(folder, 'main.js'), `#!/usr/bin/env node\nconsole.log("its own word: ${version}");\n`, {
    mode: 0o755,
  });
  symlinkSync(`../${name}/main.js`, join(bin, program));
  return join(bin, program);
}

function bookOf(text: string) {
  const file = join(tempFolder(), 'agents.yml');
  writeFileSync(file, text);
  return openAgentBook({ file });
}

async function lines(text: string, env: NodeJS.ProcessEnv = {}, walls = true): Promise<string[]> {
  const book = bookOf(text);
  const plan = planOutside({ book, sandbox: walls ? 'bubblewrap' : 'unsafe-none' }, env);
  const path = `${bin}:${process.env.PATH}`;
  const all = await agentLines({ book, plan, walls, account: undefined, path });
  return all.map(([sign, text]) => `${sign} ${text}`);
}

describe('K19 agents', () => {
  test('installed as it was tried, its key outside', async () => {
    const program = installed('@agentclientprotocol/codex-acp', 'codex-acp', '2.6.0');
    const text = 'agents: {codex: {preset: codex, models: {fast: small, standard: big}}}';
    expect(await lines(text, { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'https://gate.example/v1' })).toEqual([
      `✔ codex: ${program}, version 2.6.0, which it was tried with`,
      '✔ codex: openai at https://gate.example, its key stays outside',
      '● codex: OpenAI Codex (ACP); the usual one; models: fast small, standard big',
    ]);
  });

  test('another version, another role, no key, and a key that cannot be kept outside', async () => {
    const program = installed('@google/gemini-cli', 'gemini', '0.99.0');
    const text = `agents:
  codex: { preset: codex }
  gemini: { preset: gemini, pass: [MY_SERVICE_KEY] }
usual: codex
roles: { reviewer: gemini, auditor: gemini }
`;
    const said = await lines(text, { OPENAI_API_KEY: KEY });
    expect(said.filter(line => line.includes('gemini:'))).toEqual([
      `● gemini: ${program}, version 0.99.0; it was tried with 0.61.0: try a turn with --dry-turn`,
      '✘ gemini: GEMINI_API_KEY is not set for the app; runs with this agent are refused',
      '● gemini: MY_SERVICE_KEY is passed on as it is: the agent can read it',
      '● gemini: Gemini CLI (ACP); works as reviewer, auditor; chooses its model itself',
    ]);
  });

  test('not installed, of another package, or without walls', async () => {
    const other = installed('somebody-elses', 'claude', '9.9.9');
    const text =
      'agents:\n  qwen: {preset: qwen, models: {standard: m}}\n  claude: {preset: claude-print}\nusual: claude';
    const said = await lines(text, { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY }, false);
    expect(said).toEqual(
      expect.arrayContaining([
        '✘ qwen: there is no program qwen on the PATH of the app: npm install --global @qwen-code/qwen-code@0.15.10',
        `● claude: ${other}, version 9.9.9; it was tried with 2.1.332: try a turn with --dry-turn`,
        '✔ claude: anthropic, with its key in the agent’s hands',
      ]),
    );
  });

  test('no agent at all', async () => {
    const book = openAgentBook({});
    const seen = { book, plan: planOutside({ book }, {}), walls: true, account: undefined, path: '' };
    expect(await agentLines(seen)).toEqual([['✘', expect.stringMatching(/^no agent: set ULTRALOOP_AGENT to/)]]);
  });

  test('a program agents may not come to is told before any run fails', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed);
    writeFileSync(join(closed, 'agent'), '#!/bin/sh\n', { mode: 0o755 });
    chmodSync(closed, 0o700);
    const book = bookOf(`agents: {a: {drive: command, command: [${join(closed, 'agent')}]}}`);
    const account = { name: 'somebody', uid: 64_001, gid: 64_001 };
    const [first] = await agentLines({ book, plan: planOutside({ book }, {}), walls: true, account, path: '' });
    expect(first).toEqual(['✘', expect.stringMatching(/^a: somebody, which agents run as, may not pass \S+: install/)]);
  });
});

await describeInWalls(
  'K19 a trial of each agent',
  () => {
    let service: Server;
    let base: string;
    const keys: unknown[] = [];
    beforeAll(async () => {
      service = createServer((request, response) => {
        keys.push(request.headers['x-api-key']);
        response.writeHead(request.url?.includes('count_tokens') ? 401 : 200, { 'content-type': 'application/json' });
        response.end('{"usage":{"input_tokens":3,"output_tokens":4}}');
      });
      await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
      base = `http://127.0.0.1:${(service.address() as { port: number }).port}`;
    });
    afterAll(() => void service?.close());

    /** An agent of one script, told its service as a preset tells it. */
    const agent = (
      script: string,
    ): string => `{ drive: command, services: [anthropic], env: { BASE: '{base:anthropic}' },
      command: [node, -e, ${JSON.stringify(script)}, '{promptFile}', '{resultFile}', '{cwd}'] }`;
    const ask = (path: string): string =>
      `fetch(process.env.BASE + '${path}', { method: 'POST', headers: { 'x-api-key': process.env.ANTHROPIC_API_KEY }, body: '{}' })`;
    const write = `{
      const [, a, b] = /sum of (\\d+) and (\\d+)/.exec(require('fs').readFileSync(process.argv[1], 'utf8'));
      require('fs').writeFileSync(process.argv[2], JSON.stringify({ ok: true, sum: Number(a) + Number(b) }));
    }`;

    async function tried(agents: Record<string, string>, unwalled = false): Promise<string[]> {
      const data = join(tempFolder(), 'data');
      await openToAgents(join(data, '..'));
      const text = Object.entries(agents).map(([name, definition]) => `  ${name}: ${definition}\n`);
      const book = bookOf(`agents:\n${text.join('')}usual: ${Object.keys(agents)[0]}\n`);
      const sandbox = unwalled
        ? unsafeNone
        : (await chooseSandbox({ word: 'auto', data, readable: [], gate: true })).sandbox;
      const source = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: base };
      const outside = planOutside({ book, sandbox: unwalled ? 'unsafe-none' : 'auto' }, source);
      const all = await dryTurnLines({ book, outside, sandbox }, data);
      return all.map(([sign, text]) => `${sign} ${text}`);
    }

    test('one that answers; its model service sees the key, and it does not', async () => {
      keys.length = 0;
      const script = `${ask('/v1/messages')}.then(a => { if (a.ok && !JSON.stringify(process.env).includes('${KEY}')) ${write} })`;
      expect(await tried({ works: agent(script) })).toEqual([
        expect.stringMatching(/^✔ works: answered a trial in \d/),
      ]);
      expect(keys).toEqual([KEY]);
    });

    test('those that do not: with another answer, with an error, with no program, with a service that refuses', async () => {
      const lines = await tried({
        silent: agent('console.log("nothing to say")'),
        broken: agent('console.error("out of order"); process.exit(3)'),
        missing: "{ drive: command, command: [no-such-agent, '{promptFile}'] }",
        echo: agent("console.log(require('fs').readFileSync(process.argv[1], 'utf8'))"),
        refused: agent(`${ask('/v1/messages/count_tokens')}.then(a => console.log(a.status))`),
      });
      expect(lines).toEqual([
        expect.stringMatching(/^✘ silent: did not answer a trial \(.*no valid answer/),
        expect.stringMatching(/^✘ broken: did not answer .*failed, exit code 3.*out of order/),
        expect.stringMatching(/^✘ missing: did not answer .*missing.*no-such-agent/),
        expect.stringMatching(/^✘ echo: did not answer .*no valid answer/),
        expect.stringMatching(/^✘ refused: did not answer .*401/),
      ]);
    });

    test('what its definition says of proxies counts, for programs that know no NO_PROXY', async () => {
      const script = `if (process.env.HTTPS_PROXY === '' && process.env.HTTP_PROXY) ${write}`;
      const own = agent(script).replace('env: {', "env: { HTTPS_PROXY: '',");
      expect(await tried({ own })).toEqual([expect.stringMatching(/^✔ own: answered/)]);
    });

    test('without walls it is tried without walls, with the real key', async () => {
      keys.length = 0;
      const own = agent(`${ask('/v1/messages')}.then(() => ${write})`).replace(
        'env: {',
        'pass: [ANTHROPIC_API_KEY], env: {',
      );
      const before = process.env.ANTHROPIC_API_KEY;
      process.env.ANTHROPIC_API_KEY = KEY;
      const lines = await tried({ own }, true);
      if (before === undefined) delete process.env.ANTHROPIC_API_KEY;
      else process.env.ANTHROPIC_API_KEY = before;
      expect(lines).toEqual([expect.stringMatching(/^✔ own: answered/)]);
      expect(keys).toEqual([KEY]);
    });
  },
  withoutGate,
);
