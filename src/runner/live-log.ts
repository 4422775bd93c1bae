// The output of a command as one of the run's files while it runs (C5): for people who watch, and bounded for the disk.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CAP = 16 * 1024 * 1024;

export interface LiveLog {
  push(chunk: Buffer): void;
  /** Writes the seed's last line, `EXIT_CODE:n`, and closes. */
  end(exitCode: number | null): Promise<void>;
}

/** A command that is repeated after a crash begins its file anew. A disk that cannot take it costs the file, not the run. */
export async function openLiveLog(folder: string, name: string): Promise<LiveLog> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await rm(file, { force: true });
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  let room = CAP;
  let broken = false;
  stream.on('error', () => {
    broken = true;
  });
  return {
    push(chunk) {
      if (room <= 0 || broken) return;
      stream.write(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) stream.write(`\n[cut: more than ${CAP} bytes]\n`);
    },
    end: exitCode =>
      new Promise(resolve => {
        if (broken) return resolve();
        stream.once('close', () => resolve());
        stream.end(`\nEXIT_CODE:${exitCode ?? 'killed'}\n`);
      }),
  };
}
