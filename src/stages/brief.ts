// What a role is told, built from the record: the task, what people said, what failed. Outside text is marked as data.
import type { CheckResult, Finding, Iteration, Past, Word } from '../record.ts';
import type { Spec } from '../spec.ts';
import type { Brief } from '../tools.ts';
import type { Cycle } from './cycle.ts';

/** For the implementer: newest guidance first, then what is red, then the task. */
export function taskBrief(spec: Spec, past: Past): Brief[] {
  const last = lastIteration(past);
  return [
    ...guidance(past),
    ...(last ? resumed(last) : []),
    { heading: `The task: ${oneLine(spec.title)} (#${spec.issue})`, text: spec.body, trust: 'data' },
    ...targetBrief(spec),
    ...rules(spec),
  ];
}

/** For the reviewer: what was asked, what changed, what is frozen. It reads the code itself. */
export function reviewBrief({ spec, draft, past }: Cycle): Brief[] {
  const files = draft.change?.files ?? [];
  const blocks = spec.blocks.filter(block => block.declared);
  const last = lastIteration(past);
  return [
    {
      heading: `Review iteration ${draft.n}`,
      text: [
        `Files changed in this iteration: ${files.length === 0 ? 'none' : ''}`,
        ...files.slice(0, 200).map(file => `- ${file.status} ${file.path}`),
        ...(blocks.length > 0 ? ['Assess each block:', ...blocks.map(b => `- ${b.name}: ${b.paths.join(', ')}`)] : []),
        ...(spec.freeze ? [`Frozen, must not change: ${spec.freeze.paths.join(', ')}`] : []),
      ].join('\n'),
      trust: 'ours',
    },
    ...guidance(past),
    ...(last ? failing(last) : []),
    { heading: `The task: ${oneLine(spec.title)} (#${spec.issue})`, text: spec.body, trust: 'data' },
    ...targetBrief(spec),
  ];
}

/** For the implementer again: the must-fix list of this iteration's review. */
export function improveBrief({ spec, draft }: Cycle, mustFix: Finding[]): Brief[] {
  const items = mustFix.map((item, i) => `${i + 1}. ${where(item)}: ${item.what}`);
  return [
    {
      heading: `Apply the reviewer’s must-fix items of iteration ${draft.n}`,
      text: 'Apply each item below and nothing else. Report each as applied or not, with its file and line, and why not.',
      trust: 'ours',
    },
    { heading: 'Must fix', text: items.join('\n'), trust: 'data' },
    ...rules(spec),
  ];
}

export function repairBrief(mistake: string): Brief {
  return {
    heading: 'Your last answer was not valid',
    text: `${mistake}\nAnswer again with only the JSON object described above.`,
    trust: 'ours',
  };
}

/** Words of people with write access that no iteration has been told yet, newest on top. */
function guidance(past: Past): Brief[] {
  const since = past.slice(lastIteration(past)?.known ?? 0);
  const said = since.filter((entry): entry is Word => entry.kind === 'word' && entry.text.trim() !== '');
  if (said.length === 0) return [];
  const text = said
    .reverse()
    .map(word => `${word.by}: ${word.text}`)
    .join('\n\n');
  return [{ heading: 'A maintainer says, before anything else', text, trust: 'data' }];
}

function resumed(last: Iteration): Brief[] {
  const open = last.improvements.filter(item => !item.applied);
  return [
    {
      heading: `Resume: iteration ${last.n + 1}`,
      text: 'Your earlier work is in the worktree. Continue it; do not start over.',
      trust: 'ours',
    },
    ...failing(last),
    ...(open.length > 0
      ? [
          {
            heading: 'Must-fix items still open',
            text: open.map(i => `- ${where(i)}: ${i.what}`).join('\n'),
            trust: 'data' as const,
          },
        ]
      : []),
  ];
}

/** Red checks with their output, pinned and bounded; also what stopped the iteration before. */
function failing(last: Iteration): Brief[] {
  const red = last.blocks.flatMap(block =>
    (['lint', 'unit', 'contract'] as const).flatMap(kind => {
      const check = block[kind];
      return check && !check.ok ? [{ name: `${block.name} ${kind}`, check }] : [];
    }),
  );
  const once = red.filter((item, i) => red.findIndex(other => other.check.command === item.check.command) === i);
  return [
    ...once
      .slice(0, 5)
      .map(({ name, check }) => ({ heading: `Must fix: ${name} is red`, text: output(check), trust: 'data' as const })),
    ...(last.failure
      ? [
          {
            heading: 'The last iteration was cut short',
            text: `${last.failure.code}: ${last.failure.detail}`,
            trust: 'data' as const,
          },
        ]
      : []),
  ];
}

function output({ command, exitCode, timedOut, log }: CheckResult): string {
  const how = timedOut ? 'ran into its time limit' : `exit code ${exitCode ?? 'none'}`;
  const middle = log.dropped > 0 ? `\n… ${log.dropped} bytes left out …\n` : '\n';
  return `$ ${command}\n${how}\n${log.head.slice(0, 4000)}${middle}${log.tail.slice(-8000)}`;
}

function targetBrief({ target }: Spec): Brief[] {
  return target.path
    ? [{ heading: `The target: ${target.name} (${target.path})`, text: target.text, trust: 'data' }]
    : [];
}

function rules({ freeze, blocks }: Spec): Brief[] {
  const commands = blocks.flatMap(block =>
    [block.lint, block.unit, block.contract].filter(Boolean).map(c => `- \`${c}\``),
  );
  const lines = [
    ...(commands.length > 0 ? ['These commands decide; they are run for you afterwards:', ...new Set(commands)] : []),
    ...(freeze ? [`Frozen, a change there stops everything: ${freeze.paths.join(', ')}`] : []),
  ];
  return lines.length > 0 ? [{ heading: 'Rules of this repository', text: lines.join('\n'), trust: 'ours' }] : [];
}

function lastIteration(past: Past): Iteration | undefined {
  return past.findLast((entry): entry is Iteration => entry.kind === 'iteration');
}

function where({ file, line }: Finding): string {
  return line === undefined ? file : `${file}:${line}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}
