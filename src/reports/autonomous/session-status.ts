// Session status (A2): where the run stands when an iteration is told, and what the next steps are when it leaves.
import { commits, contractOf, doneCommits } from '../../brakes/commits.ts';
import type { Exit, Past } from '../../record.ts';
import type { Spec } from '../../spec.ts';
import { EXIT_WORDS } from '../exit-words.ts';
import { count } from '../figures.ts';
import type { Run } from '../links.ts';
import { text } from '../markdown.ts';
import { wakeWords } from '../next.ts';

const SHOWN = 20;

/** One line: how far the commit plan is, and which commit was worked on last. */
export function sessionHeader({ spec, past }: Pick<Run, 'spec' | 'past'>): string {
  const planned = commits(spec, past);
  const at = past.findLast(entry => entry.kind === 'iteration')?.autonomous?.commit;
  const done = `${doneCommits(past).size} of ${count(planned.length || 1, 'commit')} done`;
  const now = at ? ` · commit ${at.index + 1}: ${text(at.title)}` : '';
  return `**Current:** ${done}${now}`;
}

/** The plan as a checklist people can read; GitHub shows its progress. */
export function planList(spec: Spec, past: Past): string {
  const planned = commits(spec, past);
  const done = doneCommits(past);
  const lines = planned.slice(0, SHOWN).map(({ title }, at) => {
    const contract = contractOf(spec, planned, at);
    const must = contract.length > 0 ? ` (${criteria(contract.length)})` : '';
    return `- [${done.has(at) ? 'x' : ' '}] ${text(title)}${must}`;
  });
  const more = planned.length > SHOWN ? [`- and ${planned.length - SHOWN} more`] : [];
  return planned.length === 0 ? '' : ['**Commit plan**', ...lines, ...more].join('\n');
}

const criteria = (n: number): string => (n === 1 ? '1 criterion' : `${n} criteria`);

/** What a person does next, most likely first; the words of the options stand in the question above it. */
export function sessionFooter(run: Run, exit: Exit): string {
  return ['**Next steps**', ...nextSteps(run, exit).map(step => `- ${step}`)].join('\n');
}

function nextSteps({ spec, past }: Run, exit: Exit): string[] {
  const planned = commits(spec, past);
  const done = doneCommits(past);
  const left = planned.filter((_, at) => !done.has(at)).map(({ title }) => text(title));
  const open = left.length > 0 ? [`Still open: ${left.slice(0, SHOWN).join('; ')}`] : [];
  if (exit.code === 'SUCCESS')
    return ['Review the pull request; it is ready and its checks are green.', wakeWords(exit)];
  const asks = exit.kind === 'park' && EXIT_WORDS[exit.code].options.length > 0;
  return [...open, ...(asks ? ['Answer with one of the numbered options.'] : []), wakeWords(exit)];
}
