// How agents of the protocol come to their end, also those that come to none: told by what is there, and nothing is left running.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AcpScript } from '../agents/acp-scripted.ts';
import { type AcpRoom, openAcpRoom, said } from './acp-room.ts';

const DONE = { outcome: 'done' };
/** Long enough for a busy machine to start a process, short enough to wait for. */
const SOON = 0.15;

let room: AcpRoom;
beforeAll(async () => {
  room = await openAcpRoom();
});

describe('what ends badly', () => {
  it.each<[string, AcpScript, object, RegExp]>([
    [
      'an agent nobody logged in',
      { start: { authRequired: true } },
      { trouble: { kind: 'unauthorised', source: 'agent' } },
      /Authentication required \(-32000\)/,
    ],
    [
      'an error in the middle',
      { execute: { write: { 'a.txt': '1' }, error: { code: -32603, message: 'Internal: 529 overloaded_error' } } },
      { trouble: { kind: 'overloaded' } },
      /\[Internal: 529 overloaded_error \(-32603\)\]/,
    ],
    [
      'a crash in the middle',
      { execute: { stderr: 'Segmentation fault of mine\n', die: 3 } },
      { exitCode: 3 },
      /Segmentation fault of mine\n[\s\S]*\[the agent exited \(3\)\]/,
    ],
    [
      'a refusal',
      { execute: { stop: 'refusal', say: 'I will not.' } },
      {},
      /I will not\.[\s\S]*\[the agent refused to go on\]/,
    ],
    ['its own limit of tokens', { execute: { stop: 'max_tokens' } }, {}, /limit of tokens/],
    ['its own limit of requests', { execute: { stop: 'max_turn_requests' } }, {}, /limit of requests/],
    ['a stop nobody asked for', { execute: { stop: 'cancelled' } }, {}, /cancelled its turn by itself/],
    ['another version of the protocol', { start: { version: 7 } }, {}, /version 7 of the protocol, the app speaks 1/],
  ])('%s is `failed`, and its log says why', async (_, script, more, words) => {
    const turn = await room.play(script);
    expect(turn).toMatchObject({ outcome: 'failed', ...more });
    expect(said(turn)).toMatch(words);
  });

  it('K20 what it used before it failed is kept', async () => {
    const turn = await room.play({ execute: { cost: 0.5, die: 1 } });
    expect(turn).toMatchObject({ outcome: 'failed', usage: { costUsd: 0.5, source: 'agent' } });
  });

  it('a program that ends at once, and one that is not there', async () => {
    const ended = await room.play({}, { config: { command: ['false'] } });
    expect(ended).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(said(ended)).toContain('[the agent exited (1)]');
    const none = await room.play({}, { config: { command: ['no-such-agent', '--acp'] } });
    expect(none).toMatchObject({ outcome: 'missing', log: { head: expect.stringContaining('no-such-agent') } });
  });

  it('a service it needs and does not have is `missing`, with what to do', async () => {
    const turn = await room.play({}, { config: { env: { BASE: '{base:anthropic}' } } });
    expect(turn).toMatchObject({
      outcome: 'missing',
      log: { head: expect.stringMatching(/needs the model service `anthropic`: set its key for the app/) },
    });
  });
});

describe('what does not end', () => {
  it.each<[string, AcpScript]>([
    ['a program that never answers the greeting', { start: { silent: true } }],
    ['a program that speaks another language', { start: { silent: true, garbage: 'Welcome!\n' } }],
  ])('%s is told apart from an agent at work', async (_, script) => {
    const turn = await room.play(script, { job: { idleMin: SOON } });
    expect(turn.outcome).toBe('failed');
    expect(said(turn)).toMatch(/did not answer the greeting in 5 s: does it speak ACP\?/);
  });

  it('silence is `idle`, and its children go with it', async () => {
    const turn = await room.play({ execute: { wait: true, deaf: true, children: 2 } }, { job: { idleMin: SOON } });
    expect(turn).toMatchObject({ outcome: 'idle', exitCode: null });
  });

  it('words on stderr are life', async () => {
    const turn = await room.play({ execute: { chatterMs: 12_000 } }, { job: { idleMin: SOON } });
    expect(turn).toMatchObject({ outcome: 'ok' });
  });

  it('the time of a turn is `timeout`, also for one that ignores SIGTERM', async () => {
    const turn = await room.play({ execute: { hang: true, children: 1 } }, { job: { timeoutMin: SOON } });
    expect(turn).toMatchObject({ outcome: 'timeout' });
  });

  it('an answer that was there before it hung counts, and it is said', async () => {
    const script = { execute: { answer: DONE, wait: true, deaf: true } };
    const turn = await room.play(script, { job: { idleMin: SOON } });
    expect(turn).toMatchObject({ outcome: 'ok', value: DONE });
    expect(turn.notes).toEqual(['Its answer was there before it was stopped for its silence; it counts']);
  });

  it('an answer of the wrong shape does not count', async () => {
    const script = { execute: { answer: DONE, wait: true, deaf: true } };
    const mistake = () => 'not this one';
    expect(await room.play(script, { job: { idleMin: SOON, mistake } })).toMatchObject({ outcome: 'idle' });
  });

  it('one that is done and does not leave is shown out', async () => {
    const turn = await room.play({ start: { stays: true }, execute: { answer: DONE, children: 1 } });
    expect(turn).toMatchObject({ outcome: 'ok', value: DONE, exitCode: null, notes: [] });
  });
});

describe('a person’s stop', () => {
  const stopping = (script: AcpScript) => {
    const stop = new AbortController();
    const onActivity = () => stop.abort();
    return room.play(script, { options: { signal: () => stop.signal, onActivity } });
  };

  it('is heard by the agent, which tells what it used so far', async () => {
    const turn = await stopping({ execute: { plan: [0, 1], cost: 0.1, wait: true } });
    expect(turn).toMatchObject({ outcome: 'cancelled', usage: { costUsd: 0.1 } });
  });

  it('ends one that does not hear it', async () => {
    const turn = await stopping({ execute: { plan: [0, 1], answer: DONE, wait: true, deaf: true, children: 1 } });
    expect(turn).toMatchObject({ outcome: 'cancelled', value: DONE });
  });

  it('before it began, it never begins', async () => {
    const signal = () => AbortSignal.abort();
    expect(await room.play({ execute: { write: { 'b.txt': '1' } } }, { options: { signal } })).toMatchObject({
      outcome: 'cancelled',
    });
    expect(await room.changed()).not.toContain('b.txt');
  });
});

describe('noise', () => {
  it('a model service that asks to wait, told in words with a good end, is trouble and no answer', async () => {
    const say = 'exceeded retry limit, last status: 429 Too Many Requests';
    const turn = await room.play({ execute: { say } });
    expect(turn).toMatchObject({ outcome: 'ok', trouble: { kind: 'limited', source: 'agent' } });
    expect(JSON.stringify(turn.trouble)).not.toContain('exceeded');
  });

  it('the same words beside a valid answer are none', async () => {
    expect(await room.play({ execute: { say: 'handles 429 Too Many Requests', answer: DONE } })).not.toHaveProperty(
      'trouble',
    );
  });

  it('on stdout is kept in the log and does no harm', async () => {
    const garbage = 'Welcome to the agent v1\n[1,2]\n{"not":"a message"}\n\n';
    const turn = await room.play({ start: { garbage }, execute: { garbage, stderr: 'careful\n', answer: DONE } });
    expect(turn).toMatchObject({ outcome: 'ok', value: DONE });
    expect(said(turn)).toContain('Welcome to the agent v1\n[1,2]\n{"not":"a message"}\n');
    expect(said(turn)).toContain('careful\n');
  });

  it('60 MB of it, and a line without an end, do not grow our memory', async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const turn = await room.play({ execute: { flood: 60_000_000, longLine: 60_000_000, answer: DONE } });
    clearInterval(watch);
    expect(turn).toMatchObject({ outcome: 'ok', value: DONE });
    expect(turn.log.head.length + turn.log.tail.length).toBeLessThan(300_000);
    expect((most - before) / 1e6).toBeLessThan(100);
  });
});
