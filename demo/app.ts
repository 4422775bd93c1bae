// The app as an operator would run it, in a process of its own; each durable step is written to a journal as it begins and ends.
import { openSync, writeSync } from 'node:fs';
import { start } from '../src/start.ts';
import type { JournalEntry } from './journal.ts';

// Whoever started this process is gone without a word: nothing may be left running.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const journal = openSync(process.env.DEMO_JOURNAL ?? '', 'a');
await start(process.env, event => {
  const step: JournalEntry = { ...event, at: Date.now() };
  writeSync(journal, `${JSON.stringify(step)}\n`);
  if (process.connected) process.send?.({ step }, () => undefined);
});
