// Things that happened on GitHub and concern a run: not orders, so nobody is asked for permission and nothing is answered.
import type { Word } from '../record.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './deps.ts';
import { wordId } from './word-id.ts';

type Fact = Extract<
  Command,
  { kind: 'push' | 'closed' | 'unlabeled' | 'transferred' | 'renamed' | 'removed' | 'reopened' }
>;

export async function happened(deps: CommandDeps, fact: Fact): Promise<string> {
  const { store } = deps;
  switch (fact.kind) {
    case 'renamed':
      await store.runs.rename(fact.repo.id, { owner: fact.repo.owner, repo: fact.repo.name });
      return 'renamed';
    case 'removed': {
      const runs = await store.runs.activeIn(fact.installation, fact.repos);
      for (const run of runs) await store.record.say(run.id, word(fact, 'closed', 'The app lost its access.'));
      return `${runs.length} runs closed`;
    }
    case 'push':
      return pushed(deps, fact);
    case 'closed':
      return toRun(deps, fact, word(fact, 'closed', fact.how));
    case 'transferred':
      return toRun(deps, fact, word(fact, 'closed', 'transferred'));
    case 'unlabeled':
      return toRun(deps, fact, word(fact, 'unlabeled', fact.label));
    case 'reopened':
      return 'nothing to do';
  }
}

/** A push is news only on the branch of an active run, and only when the run did not make the commit. */
async function pushed({ store }: CommandDeps, push: Extract<Fact, { kind: 'push' }>): Promise<string> {
  const run = await store.runs.active(push.repo.id, push.issue);
  if (run?.spec?.branch !== push.branch) return 'no run on this branch';
  if (run.progress.head === push.sha) return 'our own push';
  await store.record.say(run.id, { ...word(push, 'push', push.deleted ? 'deleted' : ''), sha: push.sha });
  return 'push heard';
}

async function toRun(
  { store, clear }: CommandDeps,
  fact: Exclude<Fact, { kind: 'removed' }>,
  said: Word,
): Promise<string> {
  const number = fact.issue ?? fact.pull;
  const run = number === undefined ? undefined : await store.runs.latest(fact.repo.id, number);
  if (!run) return 'no run here';
  if (run.endedAt !== undefined) {
    if (said.word === 'closed' && run.spec) await clear(run);
    return 'the run is over';
  }
  await store.record.say(run.id, said);
  return `${said.word} said to ${run.id}`;
}

function word(fact: Fact, name: Word['word'], text: string): Word {
  return {
    kind: 'word',
    id: wordId(fact),
    word: name,
    by: fact.actor.login,
    at: fact.at,
    text,
    ...(fact.url !== undefined && { url: fact.url }),
  };
}
