// The app's log: short lines, errors by their words, and never what a stranger or an agent sent (SEC-61, SEC-62).
import { type Logger, pino } from 'pino';

/** Longest line, in UTF-16 units. */
const MOST = 1000;

interface Sink {
  write(line: string): unknown;
}

/** Errors carry requests, payloads and bodies along: only their name, words, status and first frames are written. */
export function createLog(level: string, sink: Sink = pino.destination(1)): Logger {
  const options = { level, base: null, serializers: { err: short, error: short } };
  return pino(options, { write: line => void sink.write(capped(line)) });
}

function short(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 300) };
  const { status } = error as { status?: unknown };
  const frames = (error.stack ?? '').split('\n').filter(line => line.trimStart().startsWith('at '));
  return {
    type: error.name,
    message: error.message.slice(0, 300),
    ...(typeof status === 'number' && { status }),
    stack: frames.slice(0, 3).map(frame => frame.trim().slice(0, 120)),
  };
}

/** A line that is still too long keeps what it is about. */
function capped(line: string): string {
  if (line.length <= MOST) return line;
  const { level, time, name, msg, run, delivery } = JSON.parse(line) as Record<string, unknown>;
  const words = String(msg ?? '').slice(0, 300);
  return `${JSON.stringify({ level, time, name, run, delivery, msg: words, cut: line.length })}\n`;
}
