// The whole way from inside: an agent in real walls speaks through the gate, and the app tells what came of it.
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent } from '../../../src/runner/agent.ts';
import { openGate } from '../../../src/runner/sandbox/gate.ts';
import { keepKeys } from '../../../src/runner/sandbox/models.ts';
import type { AgentJob, AgentTurn } from '../../../src/tools.ts';
import { describeInWalls, withoutGate } from '../../world/walls.ts';
import { plainAgent } from '../plain-agent.ts';
import { openRoom, type Room } from './room.ts';

const KEY = 'sk-the-real-key-0123456789';
const CAP = { requests: 10, tokens: 1000 };

await describeInWalls(
  'the gate',
  () => {
    let room: Room;
    let service: Server;
    let host: string;
    const keys: string[] = [];

    beforeAll(async () => {
      room = await openRoom();
      service = createServer((request, response) => {
        keys.push(String(request.headers['x-api-key']));
        response.end('{"usage":{"input_tokens":30,"output_tokens":12}}');
      });
      await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
      host = `127.0.0.1:${(service.address() as { port: number }).port}`;
    });
    afterAll(() => void service?.close());

    async function agent(script: string, hosts: string[]): Promise<AgentTurn> {
      const source = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `http://${host}` };
      const { models } = keepKeys(['ANTHROPIC_API_KEY'], source, 8787);
      const { data, workspace, choice, tree } = room;
      const { sandbox } = choice;
      const gate: Parameters<typeof makeAgent>[0]['gate'] = ({ folder }) =>
        openGate({ folder, hosts, models, cap: CAP, account: sandbox.account, ledger: join(data, 'runs/r1') });
      const agents = () => plainAgent(['node', '-e', script]);
      const job: AgentJob = {
        ...{ stage: 'execute', role: 'implementer', from: tree, readOnly: false, timeoutMin: 1, idleMin: 1 },
        brief: [{ heading: 'Task', text: 'Write two.', trust: 'data' }],
      };
      return makeAgent({ ...{ run: 'r1', data, workspace, agents, sandbox, gate } }).run(job);
    }

    test('C15 the agent speaks to its model with a dummy; the key is put in outside and the use is measured', async () => {
      const turn = await agent(
        `fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers: { 'x-api-key': process.env.ANTHROPIC_API_KEY } })
        .then(async answer => console.log(answer.status, await answer.text(), JSON.stringify(process.env)))`,
        [],
      );
      const said = turn.log.head + turn.log.tail;
      expect(said).toMatch(/^200 .*input_tokens/);
      expect(said).not.toContain(KEY);
      expect(keys).toEqual([KEY]);
      expect(turn).toMatchObject({ outcome: 'ok', notes: [] });
      expect(turn.usage).toEqual({ tokensIn: 30, tokensOut: 12, scope: 'turn', source: 'model proxy' });
    });

    const through = `const { request } = require('http');
    const ask = path => new Promise(done => request({ host: '127.0.0.1', port: 3128, method: 'CONNECT', path })
      .on('connect', (answer, socket) => { console.log(path, answer.statusCode); socket.destroy(); done(); })
      .on('error', error => { console.log(path, error.code); done(); }).end());`;

    test('SEC-78 a listed host is reached, any other is refused and stands in the notes', async () => {
      const turn = await agent(`${through} ask('${host}').then(() => ask('evil.example:443'))`, [host]);
      expect(turn.log.head).toBe(`${host} 200\nevil.example:443 403\n`);
      expect(turn.notes).toEqual(['Refused by the sandbox, not on the list of hosts: `evil.example:443`.']);
    });

    test('what an agent leaves its sockets to is gone with the job; the next one is not told of the last', async () => {
      const turn = await agent(`${through} ask('${host}')`, []);
      expect(turn.notes).toEqual([`Refused by the sandbox, not on the list of hosts: \`${host}\`.`]);
      expect(await agent('0', [])).toMatchObject({ outcome: 'ok', notes: [] });
    });

    test('SEC-78 checks have no gate at all', async () => {
      const { said } = await room.inside('ls /run; env | grep -i proxy; cat /proc/net/tcp | wc -l');
      expect(said.trim()).not.toMatch(/gate|proxy/i);
    });

    test('the prompt and the result lie where the agent may read and write, and its program is what the operator named', async () => {
      const turn = await agent(
        `const fs = require('fs');
       const prompt = fs.readFileSync(process.env.ULTRALOOP_PROMPT_FILE, 'utf8');
       fs.writeFileSync(process.env.ULTRALOOP_RESULT_FILE, JSON.stringify({ told: prompt.includes('Write two.') }))`,
        [],
      );
      expect(turn).toMatchObject({ outcome: 'ok', value: { told: true } });
    });
  },
  withoutGate,
);
