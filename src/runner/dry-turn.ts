// A trial of one agent, as it would work in a run: in a throwaway repository, inside the sandbox, by its own way out. It costs what a
// short question costs.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentJob, AgentTurn } from '../tools.ts';
import { makeAgent } from './agent.ts';
import { type Crew, gateOf, ready } from './crew.ts';
import { git, gitText } from './git.ts';
import { giveTree, letThrough } from './sandbox/ownership.ts';

const MINUTES = 3;

/** The answer does not stand in the question: a program that only repeats what it was told has not answered. */
function question(): Omit<AgentJob, 'from' | 'mistake'> & { mistake(value: unknown): string | undefined } {
  const [a, b] = [randomInt(10, 50), randomInt(10, 50)];
  const text = [
    'Only whether you can be spoken with is tried. Look at nothing and change nothing. In place of what is said above, answer with an object',
    `of two keys: \`ok\`, which is true, and \`sum\`, which is the sum of ${a} and ${b}.`,
  ];
  return {
    ...{ stage: 'execute', role: 'observer', readOnly: false, timeoutMin: MINUTES, idleMin: MINUTES },
    brief: [{ heading: 'This is a trial', text: text.join(' '), trust: 'ours' }],
    mistake(value) {
      const { ok, sum } = (value ?? {}) as { ok?: unknown; sum?: unknown };
      return ok === true && sum === a + b
        ? undefined
        : 'the answer must be an object with `ok` true and the right `sum`';
    },
  };
}

export interface Trial {
  /** Why it did not answer; undefined when it did. */
  wrong?: string;
  ms: number;
  turn: AgentTurn;
}

/** @param name of an agent of the book. Everything it leaves behind is removed. */
export async function dryTurn(crew: Crew, data: string, name: string): Promise<Trial> {
  const definition = crew.book.agents[name];
  if (!definition) throw new Error(`there is no agent ${name}`);
  const run = `dry-turn-${randomUUID().slice(0, 8)}`;
  const place = await makePlace(crew, data, run);
  const job = question();
  try {
    const turn = await makeAgent({
      ...{ run, data, sandbox: crew.sandbox, workspace: workspaceOf(place) },
      agents: () => ready(crew, definition, 'fast'),
      gate: gateOf(crew, join(data, 'runs', run)),
      services: crew.outside.services,
    }).run({ ...job, from: place.tree });
    const wrong = wrongWith(turn, job.mistake(turn.value) === undefined);
    return { ms: turn.ms, turn, ...(wrong !== undefined && { wrong }) };
  } finally {
    await rm(place.folder, { recursive: true, force: true });
    await rm(join(data, 'runs', run), { recursive: true, force: true });
  }
}

function wrongWith(turn: AgentTurn, valid: boolean): string | undefined {
  const { outcome, trouble, log, exitCode } = turn;
  if (outcome === 'ok' && valid) return undefined;
  const end = (log.tail || log.head).trim().split('\n').slice(-3).join(' | ').slice(-400);
  const how = outcome === 'ok' ? 'it gave no valid answer' : `${outcome}${exitCode ? `, exit code ${exitCode}` : ''}`;
  return [how, trouble?.detail, end].filter(Boolean).join('; ');
}

type Place = Awaited<ReturnType<typeof makePlace>>;

async function makePlace({ sandbox: { account } }: Crew, data: string, run: string) {
  const folder = join(data, 'sandbox', run);
  const [mirror, worktree] = [join(folder, 'mirror.git'), join(folder, 'worktree')];
  const at = { gitDir: mirror, remote: { url: 'https://github.com' }, author: { name: 'x', email: 'x' } };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(join(data, 'runs', run), { recursive: true, mode: 0o700 });
  await git(at, ['init', '--quiet', '--bare', '--template=', mirror]);
  const tree = await gitText(at, ['mktree'], { input: '' });
  const commit = await gitText(at, ['commit-tree', tree, '-m', 'x']);
  await git(at, ['worktree', 'add', '--quiet', '--detach', worktree, commit]);
  if (account) {
    await letThrough(data, folder, account);
    await giveTree(worktree, account);
  }
  return { folder, mirror, worktree, tree };
}

/** Nothing of it is kept, so there is nothing to show, to compare or to put back. */
function workspaceOf({ mirror, worktree, tree }: Place): Parameters<typeof makeAgent>[0]['workspace'] {
  const nothing = async (): Promise<void> => undefined;
  return {
    ...{ path: worktree, mirrorDir: mirror, touch: () => undefined, show: nothing, putBack: nothing, sweep: nothing },
    instruct: async () => ({ tree, asked: tree, files: [] }),
    throwaway: () => Promise.reject(new Error('a trial has no copies')),
  };
}
