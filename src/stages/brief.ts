// What a role is told, built from the record: the task, what people said, what failed. Outside text is marked as data.
import { iterations } from '../brakes/past.ts';
import type { FileChange, Finding, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import type { Brief } from '../tools.ts';
import { failing, guidance, lastIteration, lessons, resumed, rules, task, where } from './brief-parts.ts';
import type { Cycle } from './cycle.ts';
import { whatIsLeft } from './what-is-left.ts';

/** For the implementer: newest guidance first, then what is red, then the task. */
export function taskBrief(spec: Spec, past: Past): Brief[] {
  const last = lastIteration(past);
  const n = iterations(past).length + 1;
  return [
    ...guidance(past),
    ...whatIsLeft(spec, past),
    ...(last ? resumed(last, n) : []),
    ...task(spec),
    ...lessons(spec),
    ...rules(spec),
  ];
}

/** For the reviewer: what was asked, what changed, what is frozen. It reads the code itself. */
export function reviewBrief({ spec, draft, past }: Pick<Cycle, 'spec' | 'draft' | 'past'>): Brief[] {
  const files = draft.change?.files ?? [];
  const blocks = spec.blocks.filter(block => block.declared);
  const last = lastIteration(past);
  return [
    {
      heading: `Review iteration ${draft.n}`,
      text: [
        files.length === 0 ? 'No file changed in this iteration.' : 'Which files changed stands below.',
        ...(blocks.length > 0 ? ['Assess each block:', ...blocks.map(b => `- ${b.name}: ${b.paths.join(', ')}`)] : []),
        ...(spec.freeze ? [`Frozen, must not change: ${spec.freeze.paths.join(', ')}`] : []),
      ].join('\n'),
      trust: 'ours',
    },
    ...changed(files),
    ...guidance(past),
    ...(last ? failing(last) : []),
    ...task(spec),
  ];
}

/** Names of files are whatever the agent made them. */
function changed(files: FileChange[]): Brief[] {
  if (files.length === 0) return [];
  const text = files.slice(0, 200).map(file => `- ${file.status} ${file.path}`);
  return [{ heading: 'Files changed in this iteration', text: text.join('\n'), trust: 'data' }];
}

/** For the implementer again: the must-fix list of this iteration's review. */
export function improveBrief({ spec, past, draft }: Cycle, mustFix: Finding[]): Brief[] {
  const items = mustFix.map((item, i) => `${i + 1}. ${where(item)}: ${item.what}`);
  return [
    {
      heading: `Apply the reviewer’s must-fix items of iteration ${draft.n}`,
      text: 'Apply each item below and nothing else. Report each as applied or not, with its file and line, and why not.',
      trust: 'ours',
    },
    { heading: 'Must fix', text: items.join('\n'), trust: 'data' },
    ...whatIsLeft(spec, past),
    ...rules(spec),
  ];
}
