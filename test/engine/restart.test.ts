// A killed app loses nothing and repeats nothing. The app is a process of its own, killed by SIGKILL at every step of a run:
// `end` = the step's work is done but its result is not yet stored, the worst moment; `begin` = everything before it is stored,
// and its own work has not begun. The steps are dealt out to lanes that run side by side; each lane's app dies at every step
// of its share, one after the other, and is started anew each time.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Run } from '../../src/store/runs.ts';
import type { Script } from '../agents/scripted.ts';
import type { Noted } from '../world/app-process.ts';
import { type Outpost, openOutpost } from '../world/outpost.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, SECOND_TIME_RIGHT, writes } from '../world/tiny.ts';
import { outline } from '../world/transcript.ts';
import { REPO } from '../world/world.ts';

const LANES = 3;
const ENDINGS: Record<string, Script> = {
  COMPLETE: SECOND_TIME_RIGHT,
  FREEZE_VIOLATION: {
    'execute-1': writes('41'),
    'execute-2': writes('42', { write: { 'docs/design/answer.md': 'changed\n' } }),
    review: CLEAN,
  },
};

interface Told {
  exit: string | undefined;
  story: string;
  tree: string;
  journal: Noted[];
  /** Names of the steps whose results are stored, per turn. */
  stored: string[][];
}

/** From the label over one `/continue` to the end, whatever the app does meanwhile. */
async function tell(script: Script, dies?: ['begin' | 'end', number, number]): Promise<Told> {
  const post = await openOutpost({ databaseUrl: await freshDatabase(inject('postgres')), script });
  try {
    await post.start(dies && { dies });
    const issue = await post.label();
    const waiting = await post.until(issue, 'waiting');
    await post.github.as('maintainer').comment(REPO, waiting.places.pull ?? 0, '/continue');
    const run = await post.until(issue, 'done', 'stopped', 'needs-human');
    await post.github.idle();
    return await read(post, run);
  } finally {
    await post.close();
  }
}

async function read(post: Outpost, run: Run): Promise<Told> {
  const branch = `refs/heads/${run.spec?.branch}^{tree}`;
  const { stdout } = await promisify(execFile)('git', ['rev-parse', branch], { cwd: post.github.repo(REPO).gitDir });
  const steps = await post.sql<{ turn: string; name: string }>(
    'select workflow_uuid as turn, function_name as name from dbos.operation_outputs order by workflow_uuid, function_id',
  );
  const turns = [...new Set(steps.map(({ turn }) => turn))];
  return {
    exit: run.exit?.code,
    story: settled(await outline({ ...post, run: async () => run }, run.issue)),
    tree: stdout.trim(),
    journal: await post.journal(),
    stored: turns.map(turn => steps.filter(step => step.turn === turn).map(({ name }) => name)),
  };
}

/** Reactions come when the command is handled, beside the run: their place among its lines differs. */
function settled(text: string): string {
  const isReaction = (line: string) => line.includes('] reaction ');
  const lines = text.split('\n');
  return [...lines.filter(line => !isReaction(line)), ...lines.filter(isReaction).sort()].join('\n');
}

/** Steps that began although a later one of their turn had begun before: their results were stored, so they must not. */
function repeated(journal: Noted[]): string[] {
  const last = new Map<string, number>();
  return journal.flatMap(({ what, workflow = '', step = 0, name }) => {
    if (what !== 'begin') return [];
    const before = last.get(workflow) ?? -1;
    last.set(workflow, Math.max(before, step));
    // The report and the check run are made side by side: either may have to be done again.
    const besides = name === 'report' && before === step + 1;
    return step < before && !besides ? [`${workflow} ${step} ${name}`] : [];
  });
}

const deaths = (journal: Noted[]): string[] =>
  journal.flatMap(({ what, workflow, step }) => (what === 'died' ? [`${workflow?.split('/')[1]}/${step}`] : []));

/** `end` at all steps of both endings; `begin`, where less can go wrong, at every third step of one. */
const PLANS: [ending: string, phase: 'begin' | 'end', lanes: number[]][] = [
  ['COMPLETE', 'end', [0, 1, 2]],
  ['FREEZE_VIOLATION', 'end', [0, 1, 2]],
  ['COMPLETE', 'begin', [0]],
];

describe.each(PLANS)('%s, killed at each step’s %s', (ending, phase, lanes) => {
  const script = ENDINGS[ending] ?? {};
  let undisturbed: Told;
  let killed: Told[] = [];

  beforeAll(async () => {
    [undisturbed, ...killed] = await Promise.all([
      tell(script),
      ...lanes.map(lane => tell(script, [phase, LANES, lane])),
    ]);
  }, 600_000);

  test('undisturbed, it ends so', () => expect(undisturbed.exit).toBe(ending));

  test('every step of the share was a death', () => {
    const all = undisturbed.stored.flatMap((steps, turn) => steps.map((_, step) => [turn, step] as const));
    const share = all.filter(([, step]) => lanes.includes(step % LANES)).map(([turn, step]) => `${turn}/${step}`);
    expect(killed.flatMap(({ journal }) => deaths(journal)).sort()).toEqual(share.sort());
  });

  test('K12 the story, the branch’s tree and the stored steps are those of an undisturbed run', () => {
    const { story, tree, stored } = undisturbed;
    for (const told of killed)
      expect({ ...told, journal: [] }).toEqual({ exit: ending, story, tree, stored, journal: [] });
  });

  test('no step whose result was stored began again', () => {
    expect(killed.flatMap(({ journal }) => repeated(journal))).toEqual([]);
  });
});
