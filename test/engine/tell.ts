// Plays a run with an app that is a process of its own, and tells what everybody can see of it afterwards.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { Run } from '../../src/store/run-row.ts';
import type { Noted } from '../world/app-process.ts';
import { eventually } from '../world/moments.ts';
import { type Deaths, type Outpost, openOutpost } from '../world/outpost.ts';
import type { Play } from '../world/play.ts';
import { freshDatabase } from '../world/postgres.ts';
import { outline } from '../world/transcript.ts';
import { REPO } from '../world/world.ts';

export interface Told {
  exit: string | undefined;
  /** The threads in order, their headings only. */
  story: string;
  /** Of the run's branch. */
  tree: string;
  /** Names of the steps whose results are stored, per turn. */
  stored: string[][];
  /** `turn/step` of each death. */
  deaths: string[];
  /** Steps that began although their result was stored. */
  repeated: string[];
}

const ENDED: Run['state'][] = ['done', 'stopped', 'needs-human'];

/** From the label to the end, whatever the app does meanwhile. */
export async function tell(play: Play, dies?: Deaths): Promise<Told> {
  const post = await openOutpost({ databaseUrl: await freshDatabase(inject('postgres')), play });
  try {
    await post.start(dies && { dies });
    return await read(post, await perform(post, play));
  } finally {
    await post.close();
  }
}

/** Labels, says the play's words, and answers the run at its end. */
export async function perform(post: Outpost, play: Play): Promise<Run> {
  const issue = await post.label();
  for (const words of play.words ?? []) {
    const { places, exit } = await post.until(issue, 'waiting', ...ENDED);
    if (exit) throw new Error(`the run left with ${exit.code}: ${exit.why}`);
    await post.github.as('maintainer').comment(REPO, places.pull ?? issue, words);
  }
  const run = await post.until(issue, ...ENDED);
  // The row says so before its turn's last result is stored.
  await eventually(async () => (await post.sql(UNFINISHED)).length === 0);
  await post.github.idle();
  return run;
}

const UNFINISHED = `select 1 from dbos.workflow_status where status not in ('SUCCESS', 'ERROR', 'CANCELLED')`;

/** `names` = the processes whose journals count. */
export async function read(post: Outpost, run: Run, names = ['app']): Promise<Told> {
  const branch = `refs/heads/${run.spec?.branch}^{tree}`;
  const { stdout } = await promisify(execFile)('git', ['rev-parse', branch], { cwd: post.github.repo(REPO).gitDir });
  const steps = await post.sql<Stored>(
    `select workflow_uuid as turn, function_id as step, function_name as name, completed_at_epoch_ms::float8 as at
     from dbos.operation_outputs order by workflow_uuid, function_id`,
  );
  const turns = [...new Set(steps.map(({ turn }) => turn))];
  const journal = (await Promise.all(names.map(name => post.journal(name)))).flat();
  return {
    exit: run.exit?.code,
    story: settled(await outline({ ...post, run: async () => run }, run.issue)),
    tree: stdout.trim(),
    stored: turns.map(turn => steps.filter(step => step.turn === turn).map(({ name }) => name)),
    deaths: journal
      .filter(({ what }) => what === 'died')
      .map(({ workflow, step }) => `${workflow?.split('/')[1]}/${step}`),
    repeated: repeated(journal, steps),
  };
}

interface Stored {
  turn: string;
  step: number;
  name: string;
  /** When its work was done, in milliseconds of the host's clock. */
  at: number;
}

function repeated(journal: Noted[], steps: Stored[]): string[] {
  return journal.flatMap(({ what, workflow, step, name, at }) => {
    const stored = what === 'begin' && steps.find(known => known.turn === workflow && known.step === step);
    return stored && at > stored.at ? [`${workflow} ${step} ${name}`] : [];
  });
}

/** Reactions come when the command is handled, beside the run: their place among its lines differs. */
function settled(text: string): string {
  const isReaction = (line: string) => line.includes('] reaction ');
  const lines = text.split('\n');
  return [...lines.filter(line => !isReaction(line)), ...lines.filter(isReaction).sort()].join('\n');
}
