// Reads a request's body in bounded memory and bounded time, whatever its headers claim (SEC-62).
import type { IncomingMessage } from 'node:http';

export type Body = { text: string } | { refused: 408 | 413 | 503; why: string };
interface Bounds {
  /** Most bytes of one body. */
  bytes: number;
  /** Milliseconds from the first to the last byte. */
  ms: number;
}

/** Bytes of bodies that are being read now, by this process: a hundred strangers at once must not fill its memory either. */
const reading = { bytes: 0 };
const MOST_AT_ONCE = 100 * 1024 * 1024;

/** Resolves always. What is too much is not kept: the rest of it is never read. */
export function readBody(request: IncomingMessage, { bytes, ms }: Bounds): Promise<Body> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => end({ refused: 408, why: 'the payload took too long' }), ms);
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      reading.bytes += chunk.length;
      chunks.push(chunk);
      if (size > bytes) end({ refused: 413, why: 'the payload is larger than GitHub ever sends' });
      else if (reading.bytes > MOST_AT_ONCE) end({ refused: 503, why: 'too many payloads at once' });
    };
    const onEnd = (): void => end({ text: Buffer.concat(chunks).toString('utf8') });
    const onGone = (): void => end({ refused: 408, why: 'the sender went away' });
    const end = (body: Body): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      request.on('error', () => {}); // it may still break while it is answered
      if ('refused' in body) request.pause();
      reading.bytes -= size;
      size = 0;
      resolve(body);
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}
