// One whole performance: set, app, label, people, end; what it leaves behind is measured and taken away.
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import type { LoopName } from '../src/config/loop-name.ts';
import { openDatabase } from '../src/database/database.ts';
import type { Past } from '../src/record.ts';
import { type Connection, connect } from '../src/store/connect.ts';
import type { Run } from '../src/store/run-row.ts';
import { appProcess } from './app-process.ts';
import { type JournalEntry, readJournal } from './journal.ts';
import { measure, type Numbers } from './measure.ts';
import { openStage } from './play.ts';
import { repeatedSteps, storedSteps } from './repeated-steps.ts';
import type { Stage } from './scenario.ts';
import type { Setting } from './setting.ts';
import type { Colours } from './terminal/colours.ts';
import type { Live } from './terminal/live.ts';
import { watch } from './watch.ts';

export interface Stagehands {
  live: Live;
  colours: Colours;
  signal: AbortSignal;
  /** Taken back in the opposite order, at the end, whatever happened. */
  after(undo: () => Promise<unknown>): void;
}
export interface Performed {
  run: Run;
  past: Past;
  numbers: Numbers;
  violations: string[];
  repeated: string[];
}

/** What is performed: an issue for a loop, and what people do after the label, until the run came to its end. */
interface Piece {
  loop: LoopName;
  issue: { title: string; body: string };
  play(stage: Stage): Promise<void>;
}

export async function perform(
  setting: Setting,
  piece: Piece,
  { live, colours, signal, after }: Stagehands,
): Promise<Performed> {
  const { github, repo, places } = setting;
  const database = await live.during('start the database', () =>
    openDatabase({ dataDir: places.data, log: pino({ level: 'silent' }) }),
  );
  after(() => database.close());
  const connection = connect(database.url);
  after(connection.close);
  const steps = new EventEmitter<{ step: [JournalEntry] }>();
  const app = appProcess({
    env: setting.env,
    logFile: places.log,
    label: places.dir,
    onStep: step => void steps.emit('step', step),
  });
  after(app.stop);
  signal.throwIfAborted();
  await live.during('start the app', app.start);
  const past = async (run: string): Promise<Past> => connection.store.record.past(run, 10_000);
  steps.on('step', watch({ live, colours, past, loop: piece.loop }));
  signal.throwIfAborted();

  const began = Date.now();
  const { number: issue } = await github.as('maintainer').openIssue(repo, piece.issue);
  const label = piece.loop === 'ultraloop' ? 'ultraloop' : `ultraloop:${piece.loop}`;
  live.line(`  ${colours.cyan('●')} maintainer labels #${issue} “${piece.issue.title}” with ${label}`);
  await github.as('maintainer').label(repo, issue, label);
  const tell = (sign: string, words: string): void => {
    live.end(sign === '✘' ? '✘' : '✔');
    live.line(`  ${colours.cyan(sign)} ${words}`);
  };
  await piece.play(openStage({ setting, app, store: connection.store, issue, signal, steps, tell }));
  live.end();
  const ms = Date.now() - began;
  await github.idle();
  return conclude(setting, connection, { issue, ms });
}

async function conclude(
  setting: Setting,
  { store, pool }: Connection,
  { issue, ms }: { issue: number; ms: number },
): Promise<Performed> {
  const { github, repo, places, contract } = setting;
  const run = await store.runs.latest(github.repo(repo).id, issue);
  if (!run) throw new Error('there is no run');
  const past = await store.record.past(run.id, 10_000);
  const journal = await readJournal(places.journal);
  const repeated = repeatedSteps(journal, await storedSteps(pool));
  const numbers = measure({ setting, run, past, journal, repeated: repeated.length, ms });
  return { run, past, numbers, violations: contract.violations, repeated };
}
