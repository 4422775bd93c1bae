// Two app processes on one database, and every delivery reaches both: each is handled once, and where one dies the other goes on.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { Run } from '../../src/store/run-row.ts';
import { perform, read, type Told, tell } from '../engine/tell.ts';
import { eventually } from '../world/moments.ts';
import { type Outpost, openOutpost } from '../world/outpost.ts';
import { freshDatabase } from '../world/postgres.ts';
import { writes } from '../world/tiny.ts';
import { TINY_PLAYS } from '../world/tiny-plays.ts';

const NAMES = ['one', 'two'];
/** Several apps start in here; a machine that is busy elsewhere needs more than the usual minute. */
const PATIENCE_MS = 300_000;
const play = TINY_PLAYS.complete;
/** The first agent is still at work when its app is gone. */
const slow = { ...play, script: { ...play.script, 'execute-1': writes('41', { sleepMs: 4_000 }) } };

let alone: Told;
let post: Outpost;
beforeAll(async () => {
  alone = await tell(play);
}, PATIENCE_MS);
afterEach(() => post.close());

test(
  'K12 two processes hear every delivery, and tell the story of one',
  async () => {
    const pids = await open(play);
    const before = post.answers().length;
    const run = await perform(post, play);
    const { exit, story, tree, stored } = alone;
    expect(await read(post, run, NAMES)).toMatchObject({ exit, story, tree, stored, repeated: [] });
    const answers = post.answers().slice(before);
    expect(answers.length).toBeGreaterThan(2);
    expect(answers.filter(codes => codes.length !== pids.length || codes.some(code => code >= 300))).toEqual([]);
    expect(await deliveries()).toEqual({ commands: 2, attempts: 2, open: 0 });
  },
  PATIENCE_MS,
);

test(
  'K12 C1 one is killed while its agent works: the other takes over, and the story is the same',
  async () => {
    const pids = await open(slow);
    const telling = perform(post, slow);
    const { name, died } = await killAtWork(pids);
    const run = await telling;
    const { exit, story, tree, stored } = alone;
    expect(await read(post, run, NAMES)).toMatchObject({ exit, story, tree, stored, repeated: [] });
    expect((await post.journal(name)).filter(({ at }) => at > died)).toEqual([]);
    const alive = await post.sql<{ id: string }>('select id from executors');
    expect(alive.map(({ id }) => Number(id.split('/').at(-2)))).toEqual([
      pids.find(pid => pid !== pids[NAMES.indexOf(name)]),
    ]);
    expect(await deliveries()).toMatchObject({ commands: 2, open: 0 });
  },
  PATIENCE_MS,
);

async function open(what: typeof play): Promise<(number | undefined)[]> {
  const databaseUrl = await freshDatabase(inject('postgres'));
  post = await openOutpost({ databaseUrl, play: what, settings: { leaseMs: 4_000 } });
  await post.github.idle();
  const children = await Promise.all(NAMES.map(name => post.start({ name })));
  return children.map(child => child.pid);
}

/** Kills whichever process has the turn once its agent has written its answer. `died` in milliseconds of the host's clock. */
async function killAtWork(pids: (number | undefined)[]): Promise<{ name: string; died: number }> {
  let at = -1;
  await eventually(async () => {
    const [run] = await post.sql<Pick<Run, 'id'>>('select id from runs');
    const file = join(post.settings.dataDir, 'worktrees', run?.id ?? '', 'answer.txt');
    if ((await readFile(file, 'utf8').catch(() => '')) !== '41\n') return false;
    const journals = await Promise.all(NAMES.map(name => post.journal(name)));
    at = journals.findIndex(journal => journal.at(-1)?.name === 'agent.execute');
    return at >= 0;
  });
  process.kill(pids[at] ?? 0, 'SIGKILL');
  return { name: NAMES[at] ?? '', died: Date.now() };
}

async function deliveries() {
  const [row] = await post.sql<{ commands: number; attempts: number; open: number }>(
    `select count(*)::int as commands, sum(attempts)::int as attempts,
       (count(*) filter (where handled_at is null))::int as open from deliveries`,
  );
  return row;
}
