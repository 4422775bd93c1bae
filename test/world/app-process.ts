// The app as a process of its own, made to be killed: node app-process.js SETTINGS.json JOURNAL [PHASE TURN/STEP…]
// It listens where the system lets it, writes down every step's begin and end, and dies by SIGKILL at each step it is told to die at, once in its lives.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { compose } from '../../src/compose.ts';
import type { StepObserver } from '../../src/engine/step.ts';
import type { Settings } from '../../src/settings.ts';
import { serve } from '../../src/web/server.ts';

/** One line of the journal. `died` stands before the death, `up` when the app listens, `lost` when others took its work. */
export interface Noted {
  what: 'begin' | 'end' | 'died' | 'up' | 'lost';
  pid: number;
  /** Milliseconds of the host's clock. */
  at: number;
  workflow?: string;
  step?: number;
  name?: string;
  /** Of `up`: where it listens. */
  port?: number;
}

const [, , settingsFile = '', journal = '', phase = '', ...deaths] = process.argv;
const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as Settings;

const note = (line: Omit<Noted, 'pid' | 'at'>): void =>
  appendFileSync(journal, `${JSON.stringify({ ...line, pid: process.pid, at: Date.now() })}\n`);

/** `turn/step`: the same in every run of one play. */
const place = ({ workflow, step }: Pick<Noted, 'workflow' | 'step'>): string =>
  `${workflow?.split('/').at(-1)}/${step}`;

function earlierDeaths(): Set<string> {
  if (!existsSync(journal)) return new Set();
  const lines = readFileSync(journal, 'utf8').trim().split('\n').filter(Boolean);
  const noted = lines.map(line => JSON.parse(line) as Noted);
  return new Set(noted.filter(({ what }) => what === 'died').map(place));
}

const died = earlierDeaths();

const observe: StepObserver = event => {
  const { workflow, step, name } = event;
  note({ what: event.phase, workflow, step, name });
  if (event.phase !== phase || !deaths.includes(place(event)) || died.has(place(event))) return;
  note({ what: 'died', workflow, step, name });
  process.kill(process.pid, 'SIGKILL');
};

const app = await compose(settings, pino({ level: settings.logLevel }), {
  observe,
  lost() {
    note({ what: 'lost' });
    process.exit(1);
  },
});
const listening = await serve(app, settings);
note({ what: 'up', port: listening.port });
process.once('SIGTERM', async () => {
  await listening.close();
  await app.close();
  process.exit(0);
});
