// Makes each call of a turn's tools a durable step.
import type { Tools } from '../tools.ts';
import { step } from './step.ts';

export function durable(tools: Omit<Tools, 'clock'>): Tools {
  const { agent, shell, git, desk } = tools;
  return {
    agent: { run: job => step(`agent.${job.stage}`, () => agent.run(job)) },
    shell: { run: job => step(`shell.${job.name}`, () => shell.run(job)) },
    git: {
      prepare: accept => step('git.prepare', () => git.prepare(accept)),
      snapshot: since => step('git.snapshot', () => git.snapshot(since)),
      compare: (from, to) => step('git.compare', () => git.compare(from, to)),
      verify: (freeze, tree) => step('git.verify', () => git.verify(freeze, tree)),
      inspect: (from, to, base) => step('git.inspect', () => git.inspect(from, to, base)),
      publish: (tree, message) => step('git.publish', () => git.publish(tree, message)),
      revert: (commits, message) => step('git.revert', () => git.revert(commits, message)),
      stash: (tree, reason) => step('git.stash', () => git.stash(tree, reason)),
      restore: tree => step('git.restore', () => git.restore(tree)),
      clear: tree => step('git.clear', () => git.clear(tree)),
      write: (tree, file) => step('git.write', () => git.write(tree, file)),
      read: (tree, path, cap) => step('git.read', () => git.read(tree, path, cap)),
    },
    clock: { now: () => step('clock', async () => new Date().toISOString()) },
    // Showing a stage decides nothing, so it need not be remembered; what was heard does.
    desk: { stage: stage => desk.stage(stage), cut: () => step('desk.cut', () => desk.cut()) },
  };
}
