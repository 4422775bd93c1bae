// The review of one fix: its must-fix items are applied by the loop, and the reproduction test must stay green (C9, U7).
import { type ReviewAnswer, reviewAnswer } from '../answers.ts';
import type { Cycle } from '../cycle.ts';
import { ask } from './ask.ts';
import { aboutFix, aboutRules, aboutTask, head } from './briefs.ts';
import { type Making, testRun, work } from './make-fix.ts';

/** The reason why the fix cannot be kept; undefined = it can. */
export async function reviewFix(cycle: Cycle, making: Making): Promise<string | undefined> {
  const { iter, fix } = making;
  const brief = [
    head(iter.number, 'review', 'Review this one fix: `git diff HEAD` shows it.', fix.id),
    aboutFix(fix),
    ...aboutTask(cycle),
  ];
  const review = await ask(cycle, {
    ...{ stage: 'fix', role: 'reviewer', tier: 'standard', name: fix.id },
    ...{ brief, schema: reviewAnswer },
  });
  if (review.priority_1.length === 0) return undefined;
  await apply(cycle, making, review);
  const seen = await testRun(cycle, { ...making, when: 'reviewed' });
  return seen.ok ? undefined : 'applying the review’s must-fix items broke its reproduction test';
}

async function apply(cycle: Cycle, { iter, fix }: Making, { priority_1 }: ReviewAnswer): Promise<void> {
  const text = 'Apply each must-fix item below and nothing else. Leave every test as it is.';
  const items = priority_1
    .map(({ file, line, what }, at) => `${at + 1}. ${line ? `${file}:${line}` : file}: ${what}`)
    .join('\n');
  await work(cycle, fix, [
    head(iter.number, 'improve', text, fix.id),
    { heading: 'Must fix', text: items, trust: 'data' },
    aboutFix(fix),
    ...aboutRules(cycle),
  ]);
}
