// Why a command was not obeyed: which rule failed, and what works instead (K3, K4, C1).
import type { ConfigMistake } from './config-mistakes.ts';
import { code, link, marked, text } from './markdown.ts';
import { runSpecMistakes } from './run-spec-mistakes.ts';

export type Refusal =
  | { kind: 'not-permitted'; login: string; needs?: string }
  | { kind: 'unknown-target'; target: string; known: readonly string[] }
  | { kind: 'already-running'; url: string }
  | { kind: 'nothing-to-continue' }
  | { kind: 'nothing-to-approve' }
  | { kind: 'no-run' }
  | { kind: 'no-run-spec' }
  | { kind: 'run-spec-mistakes'; mistakes: readonly ConfigMistake[]; url: string }
  | { kind: 'over-budget'; whose: string; spent: string; limit: string };

/** @param id what tells this refusal from others: the delivery or comment it answers */
export function refusal(refused: Refusal, id: string): string {
  return marked(sentence(refused), 'refusal', id);
}

function sentence(refused: Refusal): string {
  switch (refused.kind) {
    case 'not-permitted':
      return `${code(refused.login)} may not steer runs here: that needs ${text(refused.needs ?? 'write')} permission on this repository.`;
    case 'unknown-target':
      return `There is no target ${code(refused.target)} in \`.github/ultraloop.yml\`. ${known(refused.known)}`;
    case 'already-running':
      return `A run is already at work on this issue: ${link('see it here', refused.url)}. \`/abort\` there ends it, \`/continue your words\` guides it.`;
    case 'nothing-to-continue':
      return 'There is nothing to continue here: no run waits for a word. `/ultraloop` starts one.';
    case 'nothing-to-approve':
      return 'There is nothing to approve here: no run waits for that word. `/status` says what it waits for.';
    case 'no-run':
      return 'No run belongs to this thread. `/ultraloop` on an issue starts one.';
    case 'no-run-spec':
      return 'The comment with the run spec is gone, or holds no `yaml` block any more, so there is nothing to lock. Put the block back (a fence that begins with three backticks and `yaml`), then say `/approve` again.';
    case 'run-spec-mistakes':
      return runSpecMistakes(refused.mistakes, refused.url);
    case 'over-budget':
      return `The daily budget of ${text(refused.whose)} is used up: ${text(refused.spent)} of ${text(refused.limit)}. It starts anew at 00:00 UTC.`;
  }
}

function known(targets: readonly string[]): string {
  if (targets.length === 0) return 'No targets are configured; `/ultraloop` works on the text of the issue.';
  return `Known are: ${targets.map(code).join(', ')}.`;
}
