// Agents of the Agent Client Protocol as real processes: their work, their answers, what they tell, and that nothing is left of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AcpAct } from '../agents/acp-scripted.ts';
import { type AcpRoom, openAcpRoom, said } from './acp-room.ts';

const CLEAN = { verdict: 'CLEAN' };
const mistake = (value: unknown): string | undefined =>
  (value as { verdict?: string } | undefined)?.verdict ? undefined : 'verdict: there is none';

let room: AcpRoom;
beforeAll(async () => {
  room = await openAcpRoom();
});

describe('an agent of the protocol', () => {
  it('works in the worktree and answers by file; its words, tools and plan are told', async () => {
    const turn = await room.play({
      execute: {
        plan: [1, 3],
        tools: [
          { kind: 'edit', title: 'Write src/a.ts', path: join(room.worktree, 'src/a.ts') },
          { kind: 'read', title: 'Look', path: '/etc/hosts', onlyUpdate: true },
        ],
        say: 'I write two.',
        write: { 'src/a.ts': 'two\n' },
        answer: { outcome: 'done' },
      },
    });
    expect(turn).toMatchObject({ outcome: 'ok', value: { outcome: 'done' }, discarded: [], leftovers: 0, notes: [] });
    expect(await room.changed()).toEqual(['src/a.ts']);
    expect(said(turn)).toMatch(/\[edit\] Write src\/a\.ts\n\[read\] Look\nI write two\.\n/);
    expect(room.activities).toEqual([
      { kind: 'plan', title: 'step 2', plan: { done: 1, all: 3 } },
      { kind: 'tool', title: 'Write src/a.ts', files: ['src/a.ts'] },
      { kind: 'tool', title: 'Look' },
      { kind: 'message', title: 'I write two.' },
    ]);
  });

  it('answers in its last message when there is no file, also when the last of it comes late', async () => {
    const turn = await room.play({ execute: { raw: '```json\n{"outcome":', late: '"done"}\n```' } });
    expect(turn).toMatchObject({ outcome: 'ok', value: { outcome: 'done' } });
  });

  it('U6 an answer that is none is asked for once more, in the same session and the same copy', async () => {
    const review: AcpAct = { append: { 'notes.txt': 'x' }, answer: { verdict: '' } };
    const repair: AcpAct = { append: { 'notes.txt': 'y' }, answer: CLEAN, say: 'again' };
    const job = { stage: 'review', role: 'reviewer', readOnly: true, mistake } as const;
    const turn = await room.play({ review, repair }, { job });
    expect(turn).toMatchObject({ outcome: 'ok', value: CLEAN, discarded: ['notes.txt'] });
    expect(said(turn)).toBe('again\n\n');
  });

  it('U6 it is asked once more and never again; its mistake stands', async () => {
    const turn = await room.play(
      { review: { say: 'Looks good.' } },
      { job: { role: 'reviewer', readOnly: true, mistake } },
    );
    expect(turn).toMatchObject({ outcome: 'ok' });
    expect(turn).not.toHaveProperty('value');
    expect(said(turn).match(/Looks good/g)).toHaveLength(2);
  });

  it('is in the mode of its role, with its options; what it does not know is noted and no failure', async () => {
    const start = { modes: ['code', 'look'], options: ['model'] };
    const config = {
      mode: { write: 'code', read: 'look' },
      options: { model: 'big', effort: 'high', temperature: '' },
      title: 'Scripted agent',
    };
    const writer = await room.play({ start, execute: {} }, { config });
    expect(said(writer)).toContain('took code\ntook model\n');
    expect(writer.notes).toEqual([
      expect.stringMatching(/^Scripted agent did not take the option `effort`: .*unknown/),
    ]);
    const job = { role: 'reviewer', readOnly: true } as const;
    const reader = await room.play({ start: { modes: ['look'], options: ['model', 'effort'] } }, { config, job });
    expect(said(reader)).toContain('took look\n');
    expect([reader.outcome, reader.notes]).toEqual(['ok', []]);
  });

  it('a mode it does not know is noted: the walls hold all the same', async () => {
    const turn = await room.play({ execute: {} }, { config: { mode: { write: 'yolo' } } });
    expect([turn.outcome, turn.notes]).toEqual(['ok', [expect.stringContaining('did not take the mode `yolo`')]]);
  });

  it('what nobody knows is no failure: notifications, updates, requests, answers to nothing', async () => {
    const turn = await room.play({ execute: { unknown: true, answer: { outcome: 'done' } } });
    expect(turn).toMatchObject({ outcome: 'ok', value: { outcome: 'done' } });
  });

  it('its settings are in a home of its own, and gone with the turn', async () => {
    const files = { '.scripted/settings.json': '{"base":"{base:openai}"}' };
    const execute = { tellAll: true };
    const services = { openai: { base: 'http://127.0.0.1:8787/openai', key: 'no-real-key' } };
    const config = { files, env: { SETTINGS: '{home}/.scripted/settings.json', KEY: '{key:openai}', ROLE: '{role}' } };
    const turn = await room.play({ execute }, { config, options: { services } });
    const [env] = JSON.parse(said(turn).trim());
    const home = join(room.folder, 'home');
    expect(env).toMatchObject({
      HOME: home,
      SETTINGS: `${home}/.scripted/settings.json`,
      KEY: 'no-real-key',
      ROLE: 'implementer',
    });
    expect(readdirSync(room.folder).sort()).toEqual(['prompt.md']);
  });
});

describe('what it says it used', () => {
  const usage = (inputTokens: number, outputTokens: number, more = {}) => ({
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, ...more },
  });
  const job = { role: 'reviewer', readOnly: true, mistake } as const;

  it.each([
    ['turn', { tokensIn: 300, tokensOut: 30, scope: 'turn', source: 'agent' }],
    ['last-step', { tokensIn: 300, tokensOut: 30, scope: 'last-step', source: 'agent' }],
    ['session', { tokensIn: 200, tokensOut: 20, scope: 'turn', source: 'agent' }],
  ] as const)(
    'K20 numbers of scope `%s` are put together over the prompt and the one that asks once more',
    async (usageScope, sum) => {
      const script = { review: usage(100, 10), repair: { ...usage(200, 20), answer: CLEAN } };
      expect((await room.play(script, { job, config: { usageScope } })).usage).toEqual(sum);
    },
  );

  it('K20 cost is a running total; cached tokens beside the others count as read', async () => {
    const cached = { cachedReadTokens: 40, cachedWriteTokens: 2, totalTokens: 152 };
    const script = { review: { cost: 0.25, ...usage(100, 10, cached) }, repair: { cost: 0.75, answer: CLEAN } };
    expect((await room.play(script, { job })).usage).toEqual({
      ...{ tokensIn: 142, tokensOut: 10, costUsd: 0.75, scope: 'turn', source: 'agent' },
    });
  });

  it('K20 some tell it beside the protocol; who tells nothing used nothing that is known', async () => {
    const quota = await room.play({ execute: { quota: { input_tokens: 7, output_tokens: 3 } } });
    expect(quota.usage).toEqual({ tokensIn: 7, tokensOut: 3, scope: 'turn', source: 'agent' });
    expect(await room.play({ execute: { cost: 0 } })).not.toHaveProperty('usage');
  });

  it('K20 what the app’s own proxy measured goes before it', async () => {
    const measured = { tokensIn: 5, tokensOut: 5, scope: 'turn', source: 'model proxy' } as const;
    const trouble = { kind: 'limited', detail: 'anthropic answered 429', source: 'proxy' } as const;
    const gate = async () => ({
      ...{ folder: undefined as unknown as string, env: {}, notes: () => ['from the gate'], close: async () => {} },
      ...{ usage: () => ({ usage: measured }), trouble: () => trouble },
    });
    const turn = await room.play({ execute: { ...usage(1, 1), say: 'overloaded' } }, { options: { gate } });
    expect(turn).toMatchObject({ usage: measured, trouble, notes: ['from the gate'] });
  });
});

it('the prompt is the role’s own, as the file of it says', async () => {
  await room.play({ execute: {} });
  expect(readFileSync(join(room.folder, 'prompt.md'), 'utf8')).toContain('Write two.');
});
