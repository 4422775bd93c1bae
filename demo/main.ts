// The demo's beginning and end: arguments, where things are shown, cleaning up, exit code.
import { type Choice, readArguments } from './arguments.ts';
import { cleanups } from './cleanup.ts';
import { help } from './help.ts';
import { type Local, openLocal } from './local.ts';
import { runProgramme, type Shown } from './programme.ts';
import { type Colours, colours } from './terminal/colours.ts';
import { type Live, openLive } from './terminal/live.ts';

const MAX_WIDTH = 110;

async function main(choice: Choice, local: Local | undefined): Promise<number> {
  const stream = choice.json ? process.stderr : process.stdout;
  const fancy = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  const paint = colours(fancy);
  const live = openLive({ write: text => void stream.write(text), moves: fancy, colours: paint });
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort(name));
  // A reader that went away, such as `| head`.
  for (const pipe of [process.stdout, process.stderr]) pipe.on('error', () => ending.abort('SIGPIPE'));
  const { after, run: cleanUp } = cleanups();
  try {
    const print = (line: string): void => void (choice.json || live.line(line));
    const width = Math.min(stream.columns ?? 100, MAX_WIDTH);
    const stage = { choice, local, live, colours: paint, signal: ending.signal, after, print, width };
    const shown = await runProgramme(stage);
    conclude(shown, choice, { live, paint });
    if (!choice.once) await staying(live, ending.signal);
    return shown.faults.length === 0 ? 0 : 1;
  } catch (error) {
    live.end('✘');
    if (!ending.signal.aborted) live.line(`${paint.red('✘')} ${error instanceof Error ? error.message : error}`);
    return ending.signal.aborted ? 130 : 1;
  } finally {
    if (ending.signal.aborted) live.line('\nEnding: the app, its database and the temporary folder are taken away.');
    for (const failure of await cleanUp()) live.line(`${paint.red('✘')} not cleaned up: ${failure}`);
  }
}

function conclude({ performed, faults }: Shown, choice: Choice, { live, paint }: { live: Live; paint: Colours }): void {
  const { numbers } = performed;
  for (const fault of faults) live.line(`${paint.red('✘')} ${fault}`);
  if (choice.json) return void process.stdout.write(`${JSON.stringify(numbers)}\n`);
  const sign = faults.length === 0 ? paint.green('✔') : paint.red('✘');
  const { exit, iterations, seconds, agentSeconds, restCallsPerIteration } = numbers;
  const calls = restCallsPerIteration === null ? '' : `, ${restCallsPerIteration} API calls per iteration`;
  const times = `${seconds} s (agent ${agentSeconds} s)`;
  live.line(
    `${sign} ${paint.bold(exit)} after ${iterations} iteration${iterations === 1 ? '' : 's'}, ${times}${calls}`,
  );
}

/** The pages and the app stay, and what people click is shown as it happens. */
function staying(live: Live, signal: AbortSignal): Promise<void> {
  live.line('\nThe pages stay open: comment, click, push. Ctrl-C ends everything.');
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Mistakes in what was asked for are told before anything is started. */
async function begin(): Promise<number> {
  const choice = readArguments(process.argv.slice(2));
  if ('problem' in choice) return refuse(choice.problem);
  if (choice.help) {
    process.stdout.write(help());
    return 0;
  }
  try {
    return await main(choice, choice.local && (await openLocal(choice.local)));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(problem: string): number {
  console.error(`${problem}\n\`npm run demo -- --help\` shows what there is.`);
  return 2;
}

process.exitCode = await begin();
