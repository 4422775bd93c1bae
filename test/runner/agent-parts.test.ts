// The small parts of driving agents, each by a table: placeholders, printed JSON, sums of usage, signs of trouble.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillConfig, wantsHome } from '../../src/runner/agent-fill.ts';
import { readOutput } from '../../src/runner/agent-output.ts';
import { addUsage, measuredUsage } from '../../src/runner/agent-usage.ts';
import { joinLogs, textLog } from '../../src/runner/capture.ts';
import { readTrouble } from '../../src/runner/trouble.ts';
import { plainAgent } from './plain-agent.ts';

const PLACES = { promptFile: '/p', resultFile: '/r', cwd: '/w', home: '/h', role: 'reviewer', model: '{cwd}' };
const SERVICES = { openai: { base: 'http://x/openai', key: 'dummy' } };

describe('placeholders', () => {
  it('are filled in one pass everywhere, and other braces stay', () => {
    const config = plainAgent(['a', '{model}-{role}', '{foo} {cwd}{'], {
      env: { A: '{base:openai}/v1', B: '{key:openai}' },
      files: { f: '{home} {promptFile} {resultFile}' },
      options: { model: '{model}' },
    });
    expect(fillConfig(config, PLACES, SERVICES)).toEqual({
      command: ['a', '{cwd}-reviewer', '{foo} /w{'],
      env: { A: 'http://x/openai/v1', B: 'dummy' },
      files: { f: '/h /p /r' },
      options: { model: '{cwd}' },
    });
  });

  it.each(['{base:gemini}', '{key:gemini}', '{base:constructor}', '{base:__proto__}'])(
    '%s without that service says what to do',
    text => {
      expect(fillConfig(plainAgent(['a'], { env: { X: text } }), PLACES, SERVICES)).toMatch(
        /needs the model service `\w+`: set its key for the app/,
      );
    },
  );

  it('an own home is for those with files, or who speak of it', () => {
    expect(wantsHome(plainAgent(['a', '{cwd}']))).toBe(false);
    expect(
      [{ files: { f: '' } }, { env: { X: '{home}' } }, { options: { X: '{home}' } }, { command: ['{home}/a'] }].map(
        more => wantsHome(plainAgent(['a'], more)),
      ),
    ).toEqual([true, true, true, true]);
  });
});

describe('printed JSON', () => {
  const read = (stdout: string, text?: string) =>
    readOutput(stdout, {
      usageScope: 'turn',
      ...(text !== undefined && { output: { text, usage: { tokensIn: '/n' } } }),
    });

  it.each([
    ['one document over many lines', '{\n "a": {"b": "x"},\n "n": 4\n}\n', '/a/b', 'x', 4],
    ['a document behind words', 'Loading\n{\n "a": "x"\n}', '/a', 'x', undefined],
    ['the last line that has it', '{"a":"1","n":1}\n{"a":"2"}\nnoise\n{"c":0,"n":3}', '/a', '2', 3],
    ['a list of events', '[{"a":"1"},{"a":"2","n":9}]', '/a', '2', 9],
    ['a key with a slash', '{"a/b~":"x"}', '/a~1b~0', 'x', undefined],
    ['an element of a list', '{"a":["x","y"]}', '/a/1', 'y', undefined],
    ['data', '{"a":{"v":1}}', '/a', '{"v":1}', undefined],
    ['a pointer to nowhere', '{"a":1,"n":-1}', '/constructor', '{"a":1,"n":-1}', undefined],
    ['no JSON at all', 'words', '/a', 'words', undefined],
    ['no pointers', '{"a":1}', undefined, '{"a":1}', undefined],
  ])('%s', (_, stdout, pointer, text, n) => {
    const found = read(stdout, pointer);
    expect([found.text, found.usage?.tokensIn]).toEqual([text, n]);
  });

  it('never throws, whatever is printed', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (stdout, pointer) => void read(stdout, pointer)));
  });
});

it('K20 sums leave out what nobody told', () => {
  const one = { tokensIn: 1, scope: 'turn', source: 'a' } as const;
  const other = { tokensIn: 2, costUsd: 1, scope: 'session', source: 'b' } as const;
  expect(addUsage(one, other)).toEqual({ tokensIn: 3, costUsd: 1, scope: 'turn', source: 'b' });
  expect([addUsage(undefined, one), addUsage(one, undefined), addUsage(undefined, undefined)]).toEqual([
    one,
    one,
    undefined,
  ]);
});

const NOW = Date.parse('2026-11-30T10:00:00Z');

describe('what was measured and what was told', () => {
  const measured = { tokensIn: 5, tokensOut: 6, scope: 'turn', source: 'model proxy' } as const;
  const told = { tokensIn: 1, costUsd: 2, scope: 'turn', source: 'the agent' } as const;
  it('tokens are the measured ones; money that no price was named for is the agent’s word', () => {
    const both = { ...measured, costUsd: 2, source: 'model proxy; money: the agent' };
    expect(measuredUsage(told, measured)).toEqual(both);
    expect(measuredUsage(told, { ...measured, costUsd: 0 })).toEqual({ ...measured, costUsd: 0 });
    expect(measuredUsage({ ...told, scope: 'last-step' }, measured)).toEqual(measured);
    expect([measuredUsage(told, undefined), measuredUsage(undefined, measured)]).toEqual([told, measured]);
    expect(measuredUsage(undefined, undefined)).toBeUndefined();
  });
});

describe('signs of trouble', () => {
  it.each([
    ['429 rate limit: please try again in 20s', '2026-11-30T10:00:20.000Z'],
    ['Rate limit reached. Try again in 1.5 minutes.', '2026-11-30T10:01:30.000Z'],
    ['usage limit: try again in 2 hours, 5 minutes and 3 seconds', '2026-11-30T12:05:03.000Z'],
    ['too many requests, retry-after: 90', '2026-11-30T10:01:30.000Z'],
    ['too many requests {"retry-after": "90"}', '2026-11-30T10:01:30.000Z'],
    ['Claude AI usage limit reached|1796036400', '2026-11-30T11:00:00.000Z'],
    ['quota exceeded, resets at 2026-11-30T23:00:00+01:00', '2026-11-30T22:00:00.000Z'],
    ['503 error: the service is available again in 250 ms', '2026-11-30T10:00:00.250Z'],
    ['rate limit: it was reset 5 minutes ago at 2026-11-30T09:55:00Z', undefined],
    ['rate limit: try again in 99999999999999999 days', undefined],
    ['rate limit, I waited and tried again 3 times', undefined],
    ['rate limit: try again later', undefined],
    ['401 error: unauthorized, try again in 20s', undefined],
  ])('%s → %s', (words, until) => {
    expect(readTrouble(words, NOW)?.until).toBe(until);
  });

  it.each([
    ['Authentication required (-32000)', 'unauthorised'],
    ['API Error: 401 {"type":"error"}', 'unauthorised'],
    ['Incorrect API key provided', 'unauthorised'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'limited'],
    ['You have hit your usage limit', 'limited'],
    ['RESOURCE_EXHAUSTED', 'limited'],
    ['HTTP 529', 'overloaded'],
    ['Error: 503 Service Unavailable', 'overloaded'],
    ['overloaded_error', 'overloaded'],
  ])('%s', (words, kind) => {
    const trouble = readTrouble(`Some words.\n${words}\n`, NOW);
    expect(trouble).toMatchObject({ kind, source: 'agent' });
    expect(trouble?.detail).toMatch(/^The agent says it/);
  });

  it.each(['I changed 429 lines of 503.', 'The error is in line 40', 'Tests: 500 passed', 'All done.', ''])(
    '%s is none',
    words => {
      expect(readTrouble(words, NOW)).toBeUndefined();
    },
  );

  it('what was said long before the end is none', () => {
    expect(readTrouble(`429 error, rate limit\n${'fine\n'.repeat(1000)}`, NOW)).toBeUndefined();
  });
});

it('two logs are one, cut only where it must be', () => {
  const joined = joinLogs(textLog('one\n'), textLog('two\n'));
  expect(joined).toEqual({ head: 'one\n', tail: 'two\n', bytes: 8, lines: 2, dropped: 0 });
  const long = joinLogs(textLog('é'.repeat(40_000)), textLog('ü'.repeat(40_000)));
  expect(Buffer.byteLength(long.head + long.tail) + long.dropped).toBe(long.bytes);
  expect(long.tail).toMatch(/^[éü]+$/);
});
