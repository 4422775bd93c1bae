// Why a run did not start, and what to do first (U2, U3).
import { marked, text } from './markdown.ts';

/** One thing that is missing: both are text, `todo` an instruction to a person. */
export interface Problem {
  problem: string;
  todo: string;
}

export function notReady(problems: readonly Problem[], run: string): string {
  const lines = problems.map(({ problem, todo }, index) => `${index + 1}. ${text(problem)} — ${text(todo)}`);
  const parts = [
    '## ✘ Not started: something is missing',
    lines.join('\n'),
    'When that is done, take the label off and put it on again, or say `/ultraloop`.',
  ];
  return marked(parts.join('\n\n'), run, 'not-ready');
}
