// Runs the measurements and prints their table. Slow is a miss in the table; only what broke makes the exit code 1.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/database/database.ts';
import { iteration } from './a-iteration.ts';
import { freeze } from './b-freeze.ts';
import { webhooks } from './c-webhooks.ts';
import { killChildren } from './child.ts';
import { memory } from './d-memory.ts';
import { startUp } from './e-start.ts';
import { workspace } from './f-workspace.ts';
import { freshDatabase } from './fresh-database.ts';
import { calls } from './g-calls.ts';
import { sandboxSpawn } from './h-sandbox.ts';
import { adapter } from './i-adapter.ts';
import { isMet, type Measurement, type Row, ratioOf } from './row.ts';
import { table } from './table.ts';

const MEASUREMENTS: readonly Measurement[] = [
  iteration,
  freeze,
  webhooks,
  memory,
  startUp,
  workspace,
  calls,
  sandboxSpawn,
  adapter,
];

const HELP = `npm run bench                  all measurements, about ten minutes
npm run bench -- a c           only these

${MEASUREMENTS.map(({ id, about }) => `  ${id}  ${about}`).join('\n')}

Everything but the agents of (i), which npm installs once, is local: no network, temporary folders, any user. A target that is missed is shown, not failed on;
the exit code is 1 only when something broke, such as a lost delivery.
`;

async function main(names: string[]): Promise<number> {
  if (names.some(name => name === '--help' || name === '-h')) return said(HELP, 0);
  const unknown = names.filter(name => !MEASUREMENTS.some(({ id }) => id === name));
  if (unknown.length > 0) return said(`There is no measurement ${unknown.join(', ')}.\n\n${HELP}`, 1);
  const chosen = names.length === 0 ? MEASUREMENTS : MEASUREMENTS.filter(({ id }) => names.includes(id));
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-bench-'));
  await chmod(dir, 0o711); // where the app is root, its database is another account's
  const server = await openDatabase({ dataDir: dir, log: { info: () => undefined, warn: console.warn } });
  const end = async (): Promise<void> => {
    killChildren();
    await server.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(130)));
  try {
    return await measure(chosen, { dir, database: () => freshDatabase(server.url) });
  } finally {
    await end();
  }
}

async function measure(
  chosen: readonly Measurement[],
  place: { dir: string; database(): Promise<string> },
): Promise<number> {
  const rows: Row[] = [];
  const broken: string[] = [];
  for (const { id, about, run } of chosen) {
    const say = (text: string): void => console.log(`${id}  ${text}`);
    say(about);
    try {
      rows.push(...(await run({ ...place, say })));
    } catch (error) {
      broken.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
      say(`broke: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  console.log(`\n${table(rows)}\n`);
  for (const line of broken) console.log(`broke  ${line}`);
  const results = rows.map(row => ({ ...row, ratio: ratioOf(row), ok: isMet(row) }));
  console.log(JSON.stringify({ at: new Date().toISOString(), node: process.version, rows: results, broken }));
  return broken.length > 0 ? 1 : 0;
}

function said(text: string, code: number): number {
  console.log(text);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
