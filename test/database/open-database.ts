// A process that opens the database of a data folder, says so in one line of JSON, and closes it when its input ends.
import { pino } from 'pino';
import { openDatabase } from '../../src/database/database.ts';

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line).msg) });
try {
  const database = await openDatabase({ dataDir: process.argv[2] ?? '', log });
  console.log(JSON.stringify({ url: database.url, lines }));
  for await (const _ of process.stdin);
  await database.close();
} catch (error) {
  console.log(JSON.stringify({ failure: String(error) }));
  process.exitCode = 1;
}
