// A repository so small that a whole run costs little more than its agent's starts: one file, one block, checks of one word.
import type { Act, Script } from '../agents/scripted.ts';

/** The configuration, with what a story adds to it at the end. */
export const tinyConfig = (more = ''): string => `max_cycles: 4
frozen: [docs/design/]
blocks:
  answer:
    paths: [answer.txt]
    unit: test -s answer.txt
    contract: grep -qx 42 answer.txt
reviewers: [rosa]
${more}`;

/** Repository path → content; `more` adds to them or, with undefined, leaves one out. */
export function tinyFiles(more: Record<string, string | undefined> = {}): Record<string, string> {
  const files = {
    'README.md': '# The answer\n',
    '.github/ultraloop.yml': tinyConfig(),
    '.github/CODEOWNERS': '* @rosa\ndocs/design/ @dana\n',
    'docs/design/answer.md': '# The answer is 42\n',
    'answer.txt': '',
    ...more,
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
}

export const TINY_ISSUE = { title: 'Write the answer', body: 'Write the answer to everything into `answer.txt`.' };

const usage = { tokensIn: 1_000, tokensOut: 100, costUsd: 0.01 };

/** The implementer writes this as the answer. */
export const writes = (answer: string, more: Act = {}): Act => ({
  write: { 'answer.txt': `${answer}\n` },
  answer: { outcome: 'done', summary: `wrote ${answer}`, usage },
  ...more,
});

/** The reviewer finds nothing. */
export const CLEAN: Act = {
  answer: { verdict: 'CLEAN', priority_1: [], assessment: [{ block: 'answer', text: 'as designed' }], usage },
};

/** Iteration 1 gets it wrong, later ones right. */
export const SECOND_TIME_RIGHT: Script = {
  'execute-1': writes('41'),
  'review-1': CLEAN,
  execute: writes('42'),
  review: CLEAN,
};
