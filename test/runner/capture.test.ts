import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture, textLog } from '../../src/runner/capture.ts';

const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });

function captured(parts: readonly Uint8Array[], keep: { head: number; tail: number }) {
  const log = capture(keep);
  for (const part of parts) log.push(Buffer.from(part));
  return log.log();
}

describe('capture', () => {
  it.each([
    { what: 'nothing', text: '', lines: 0 },
    { what: 'a line without its end', text: 'a', lines: 1 },
    { what: 'a whole line', text: 'a\n', lines: 1 },
    { what: 'an empty line between', text: 'a\n\nb', lines: 3 },
  ])('counts the lines of $what', ({ text, lines }) => {
    expect(textLog(text)).toMatchObject({ lines, bytes: text.length, dropped: 0 });
  });

  it('keeps the first and the last bytes and says how many are missing between', () => {
    expect(captured([Buffer.from('abcdefghij')], { head: 3, tail: 2 })).toEqual({
      head: 'abc',
      tail: 'ij',
      bytes: 10,
      lines: 1,
      dropped: 5,
    });
  });

  it('never cuts a character in two', () => {
    const text = '€'.repeat(20);
    for (let head = 0; head < 8; head++) {
      for (let tail = 0; tail < 8; tail++) {
        const log = captured([Buffer.from(text)], { head, tail });
        expect(log.head + log.tail).toMatch(/^€*$/);
      }
    }
  });

  it('any bytes become valid Unicode without NUL, and kept and dropped bytes add up', () => {
    fc.assert(
      fc.property(chunks, fc.nat(30), fc.nat(30), (parts, head, tail) => {
        const log = captured(parts, { head, tail });
        const all = Buffer.concat(parts);
        expect((log.head + log.tail).isWellFormed()).toBe(true);
        expect(log.head + log.tail).not.toContain('\0');
        expect(log.bytes).toBe(all.length);
        expect(log.dropped).toBeGreaterThanOrEqual(Math.max(0, all.length - head - tail));
        expect(log.dropped).toBeLessThanOrEqual(Math.max(0, all.length - head - tail) + 6);
      }),
    );
  });

  it('text that fits comes back whole, wherever its chunks were cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const bytes = Buffer.from(text);
        const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, n * size + size),
        );
        const log = captured(parts, { head: 10, tail: 400 });
        expect(log.head + log.tail).toBe(text.replaceAll('\0', '\uFFFD'));
      }),
    );
  });

  it('the tail is the end of the stream, however it was cut into chunks', () => {
    const digits = fc.array(fc.stringMatching(/^[0-9]{0,30}$/), { maxLength: 30 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 25 }), (parts, tail) => {
        const all = parts.join('');
        const log = captured(
          parts.map(part => Buffer.from(part)),
          { head: 4, tail },
        );
        expect(log.head).toBe(all.slice(0, 4));
        expect(log.tail).toBe(all.slice(4).slice(-tail));
      }),
    );
  });
});
