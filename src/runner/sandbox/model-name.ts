// Which model a request is for: read from its body while that passes by, so that nothing is held back longer than needed.
import type { Readable } from 'node:stream';

export interface ModelName {
  push(chunk: Buffer): void;
  /** The value of the body's own `model`; undefined while it was not seen. */
  found(): string | undefined;
  /** It was named more than once: which one counts the service alone knows. */
  twice(): boolean;
}

/** Longest name or key that is looked at, and most bytes that are read ahead for it. */
const LONGEST = 200;
const AHEAD = 256 * 1024;

/** Walks over JSON byte by byte and keeps no more than one short text of it. */
export function modelName(): ModelName {
  let depth = 0;
  let token: string | undefined; // the text that is being read; undefined outside of texts
  let escaped = false;
  let last = ''; // the newest text of the outermost object
  let isValue = false; // of the key `model`
  let times = 0;
  let name: string | undefined;

  const inText = (char: string): void => {
    if (!escaped && char === '"') {
      if (depth === 1) last = plain(token ?? '');
      if (depth === 1 && isValue) name = last;
      token = undefined;
      return;
    }
    escaped = !escaped && char === '\\';
    if (token !== undefined && depth === 1 && token.length <= LONGEST) token += char;
  };
  const between = (char: string): void => {
    if (char === '"') token = '';
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (depth === 1 && char === ',') isValue = false;
    else if (depth === 1 && char === ':') {
      // Some services read keys without regard to case.
      isValue = last.toLowerCase() === 'model';
      if (isValue) times++;
    }
  };
  return {
    push(chunk) {
      for (const char of chunk.toString('latin1')) token === undefined ? between(char) : inText(char);
    },
    found: () => name,
    twice: () => times > 1,
  };
}

/** Bytes as they came, with JSON's escapes, as text. */
function plain(token: string): string {
  try {
    return JSON.parse(`"${Buffer.from(token, 'latin1').toString('utf8')}"`);
  } catch {
    return token;
  }
}

/** Reads until the model is named, the body ends, or too much was read. What was read is to be sent first. */
export function readAhead(body: Readable, name: ModelName): Promise<Buffer[]> {
  return new Promise(resolve => {
    const read: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      read.push(chunk);
      bytes += chunk.length;
      name.push(chunk);
      if (name.found() !== undefined || bytes > AHEAD) done();
    };
    const done = (): void => {
      body.pause();
      body.off('data', take).off('end', done).off('close', done);
      resolve(read);
    };
    body.on('data', take).once('end', done).once('close', done);
  });
}
