#!/usr/bin/env node
// The command line of ultraloop (K19): which command, with which words, and what a mistake says.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { HELP } from './cli-help.ts';
import { dataDir } from './database/data-dir.ts';
import { packageRoot } from './package-root.ts';
import type { Connection } from './store/connect.ts';

// What a command needs is loaded with it: help and mistakes are told at once.
const COMMANDS: Record<string, (words: string[]) => Promise<void>> = {
  start: async words => {
    none('start', words);
    const { start } = await import('./start.ts');
    await start(process.env);
  },
  doctor: async words => {
    const { values, positionals: more } = options(words, { 'dry-turn': { type: 'boolean' } });
    none('doctor', more);
    const { doctor, doctorText } = await import('./doctor/doctor.ts');
    const examined = await doctor(process.env, { dryTurn: values['dry-turn'] === true });
    print(doctorText(examined));
    if (!examined.healthy) process.exitCode = 1;
  },
  prompt,
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

async function prompt(words: string[]): Promise<void> {
  const { values, positionals: said } = options(words, { issue: { type: 'string' } });
  const [role = '', ...more] = said;
  if (more.length > 0) throw new Misuse(`\`ultraloop prompt\` takes one role: leave out '${more.join(' ')}'.`);
  const { promptOf } = await import('./prompt-of.ts');
  const config = '.github/ultraloop.yml';
  const sample = {
    issue: values.issue === undefined ? undefined : readText(String(values.issue)),
    config: existsSync(config) ? readText(config) : undefined,
  };
  print(
    await promptOf(role, sample).catch(error => {
      throw new Misuse((error as Error).message);
    }),
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Misuse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function show(words: string[]): Promise<void> {
  const [id, ...more] = options(words, {}).positionals;
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

function options(words: string[], known: ParseArgsConfig['options']) {
  try {
    return parseArgs({ args: words, options: known ?? {}, allowPositionals: true });
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
