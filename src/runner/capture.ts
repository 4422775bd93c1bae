// Keeps the first and the last part of an endless stream of any bytes in fixed memory, as text that is safe to store.
import type { Log } from '../record.ts';

export interface Keep {
  /** Bytes kept from the start and from the end. */
  head: number;
  tail: number;
}
export interface Capture {
  push(chunk: Buffer): void;
  log(): Log;
}

const KEEP: Keep = { head: 32 * 1024, tail: 64 * 1024 };
const LINE_FEED = 10;

/** Memory stays at `head + tail` bytes, whatever is pushed; `log()` may be asked at any time (live view) and again. */
export function capture(keep: Keep = KEEP): Capture {
  const head = Buffer.alloc(keep.head);
  const ring = Buffer.alloc(keep.tail);
  const seen = { bytes: 0, head: 0, feeds: 0, last: LINE_FEED };

  const push = (chunk: Buffer): void => {
    const last = chunk.at(-1);
    if (last === undefined) return;
    seen.last = last;
    seen.bytes += chunk.length;
    seen.feeds += countFeeds(chunk);
    const taken = chunk.copy(head, seen.head);
    seen.head += taken;
    pushRing(ring, chunk.subarray(taken), seen.bytes - seen.head);
  };

  const log = (): Log => {
    const lines = seen.feeds + (seen.last === LINE_FEED ? 0 : 1);
    const rest = seen.bytes - seen.head;
    const start = head.subarray(0, wholeCharacters(head.subarray(0, seen.head)));
    if (rest <= ring.length) {
      const end = Buffer.concat([head.subarray(start.length, seen.head), ring.subarray(0, rest)]);
      return { head: safeText(start), tail: safeText(end), bytes: seen.bytes, lines, dropped: 0 };
    }
    const end = skipPartial(unroll(ring, rest));
    const dropped = seen.bytes - start.length - end.length;
    return { head: safeText(start), tail: safeText(end), bytes: seen.bytes, lines, dropped };
  };
  return { push, log };
}

/** A log of something that never ran, or that we have only words about. */
export function textLog(text: string): Log {
  const whole = capture();
  whole.push(Buffer.from(text));
  return whole.log();
}

/** One log of two that came one after the other. */
export function joinLogs(one: Log, other: Log): Log {
  const tail = Buffer.from(one.tail + other.head + other.tail);
  const kept = tail.length <= KEEP.tail ? tail : skipPartial(tail.subarray(-KEEP.tail));
  return {
    ...{ head: one.head, tail: safeText(kept), bytes: one.bytes + other.bytes, lines: one.lines + other.lines },
    dropped: one.dropped + other.dropped + tail.length - kept.length,
  };
}

/** Valid Unicode without NUL: databases and JSON take it as it is. */
export function safeText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD');
}

function countFeeds(chunk: Buffer): number {
  let feeds = 0;
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) feeds++;
  return feeds;
}

/** `written` counts all bytes ever given to the ring, `bytes` included. */
function pushRing(ring: Buffer, bytes: Buffer, written: number): void {
  if (ring.length === 0) return;
  const kept = bytes.subarray(Math.max(0, bytes.length - ring.length));
  const at = (written - kept.length) % ring.length;
  const first = kept.copy(ring, at);
  kept.copy(ring, 0, first);
}

function unroll(ring: Buffer, written: number): Buffer {
  const at = ring.length === 0 ? 0 : written % ring.length;
  return Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
}

/** Length of the longest prefix that does not end inside a UTF-8 character. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function skipPartial(bytes: Buffer): Buffer {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return bytes.subarray(at);
}
