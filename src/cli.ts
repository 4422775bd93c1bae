#!/usr/bin/env node
// The command line of ultraloop (K19): which command, with which words, and what a mistake says.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dataDir } from './database/data-dir.ts';
import { packageRoot } from './package-root.ts';
import type { Connection } from './store/connect.ts';

const HELP = `Examples
  ultraloop start              the app: webhooks in, pull requests out; settings come from the environment
  ultraloop show 84a7f2fd      a run's state and reports as Markdown, from the database of this host
  ultraloop schema > ultraloop.schema.json
                               the JSON Schema of .github/ultraloop.yml, for your editor
  ultraloop demo               the whole thing on a simulated GitHub (from a checkout of the source)

Commands
  start          runs the app until SIGTERM; APP_ID, PRIVATE_KEY and WEBHOOK_SECRET are needed
  show [RUN]     one run; without RUN, which runs there are. Reads DATABASE_URL or the data folder (ULTRALOOP_DATA)
  doctor         looks at the settings and tries the sandbox's walls; exit code 1 when runs could not work
  schema         prints the JSON Schema of the configuration
  demo [...]     its own options: ultraloop demo --help

Options
  -h, --help     this text
  -V, --version  the version

Everything about operating it: docs/operating.md
`;

// What a command needs is loaded with it: help and mistakes are told at once.
const COMMANDS: Record<string, (words: string[]) => Promise<void>> = {
  start: async words => {
    none('start', words);
    const { start } = await import('./start.ts');
    await start(process.env);
  },
  doctor: async words => {
    none('doctor', words);
    const { doctor } = await import('./doctor.ts');
    const { lines, healthy } = await doctor(process.env);
    print(lines.join('\n'));
    if (!healthy) process.exitCode = 1;
  },
  schema: async words => {
    none('schema', words);
    const { jsonSchema } = await import('./config/json-schema.ts');
    print(JSON.stringify(jsonSchema(), null, 2));
  },
  show,
  demo,
};

/** A mistake of the person at the keyboard: one line, what to do, exit code 2. */
class Misuse extends Error {}

async function main(argv: string[]): Promise<void> {
  const [name = '', ...words] = argv;
  if (name === '') throw new Misuse('What is to be done? `ultraloop --help` shows the commands.');
  if (name === '--help' || name === '-h' || name === 'help') return print(HELP);
  if (name === '--version' || name === '-V') return print(version());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Misuse(`There is no command '${name}'. \`ultraloop --help\` shows them.`);
  if (name !== 'demo' && words.some(word => word === '--help' || word === '-h')) return print(HELP);
  return command(words);
}

function none(command: string, words: string[]): void {
  if (words.length > 0) throw new Misuse(`\`ultraloop ${command}\` takes no words: leave out '${words.join(' ')}'.`);
}

async function show(words: string[]): Promise<void> {
  const [id, ...more] = positionals(words);
  if (more.length > 0) throw new Misuse(`\`ultraloop show\` takes one run: leave out '${more.join(' ')}'.`);
  const { runLine, showRun } = await import('./show.ts');
  await withRecord(async ({ store }) => {
    const run = id === undefined ? undefined : await store.runs.find(id);
    if (run) return print(showRun(run, await store.record.past(run.id, 100_000), new Date().toISOString()));
    const lines = (await store.runs.list()).slice(0, 20).map(runLine);
    const known = lines.length > 0 ? lines.join('\n') : 'There are no runs yet: put the label ultraloop on an issue.';
    if (id === undefined) return print(known);
    throw new Misuse(`There is no run '${id}' here. ${lines.length > 0 ? `The newest:\n${known}` : known}`);
  });
}

async function withRecord(work: (connection: Connection) => Promise<void>): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL || undefined;
  const folder = dataDir(process.env);
  // Looking must not make a database where none is.
  if (!databaseUrl && !existsSync(join(folder, 'postgres')))
    throw new Misuse(`There is no database in ${folder}: set ULTRALOOP_DATA or DATABASE_URL to what the app uses.`);
  const [{ openDatabase }, { connect }] = await Promise.all([
    import('./database/database.ts'),
    import('./store/connect.ts'),
  ]);
  const log = { info: () => undefined, warn: (...said: unknown[]) => console.error(said.at(-1)) };
  const database = await openDatabase({ dataDir: folder, databaseUrl, log });
  const connection = connect(database.url);
  try {
    await work(connection);
  } finally {
    await connection.close();
    await database.close();
  }
}

/** The demo needs the simulator, which is in the source and not in the package. */
async function demo(words: string[]): Promise<void> {
  const main = new URL('../demo/main.js', import.meta.url);
  if (!existsSync(fileURLToPath(main)))
    throw new Misuse('The demo is not in the package. In a checkout of the source: `npm ci && npm run demo`.');
  process.argv.splice(2, process.argv.length, ...words);
  await import(main.href);
}

function positionals(words: string[]): string[] {
  try {
    return parseArgs({ args: words, options: {}, allowPositionals: true }).positionals;
  } catch (error) {
    throw new Misuse(`${(error as Error).message.split('. ')[0]}. \`ultraloop --help\` shows what there is.`);
  }
}

function version(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
}

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof Misuse ? 2 : 1;
  // A start that failed half way may still hold connections.
  if (process.argv[2] === 'start') process.exit();
}
