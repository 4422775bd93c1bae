// Sections that several briefs share: what people said, what is red, what is being worked on, what was learned before.
import { checkName } from '../brakes/check-name.ts';
import { isWait, iterations } from '../brakes/past.ts';
import type { Finding, Iteration, Past, Word } from '../record.ts';
import type { Spec } from '../spec.ts';
import type { Brief } from '../tools.ts';
import { checkOutput } from './check.ts';

/** Decisions of people in earlier runs of this repository, newest first (A9). */
export function lessons({ lessons: kept = [] }: Spec): Brief[] {
  if (kept.length === 0) return [];
  const text = kept.map(({ when, decision }) => `- ${oneLine(when, 400)}\n  Decided: ${oneLine(decision, 1000)}`);
  return [{ heading: 'What maintainers decided in earlier runs here', text: text.join('\n'), trust: 'data' }];
}

/** What the run works on: the issue as it was when it was started, and the target it names. */
export function task(spec: Spec): Brief[] {
  return [
    // The title is as foreign as the body: it stands inside the fence.
    {
      heading: `The task: issue ${spec.issue}`,
      text: `# ${oneLine(spec.title)}\n\n${spec.body}`,
      trust: 'data',
      markdown: true,
    },
    ...targetBrief(spec),
  ];
}

/** Words of people with write access that no iteration has been told yet, newest on top. What is approved is no guidance. */
export function guidance(past: Past): Brief[] {
  const since = past.slice(lastIteration(past)?.known ?? 0);
  const said = since.filter(
    (entry): entry is Word => entry.kind === 'word' && entry.word !== 'approve' && entry.text.trim() !== '',
  );
  if (said.length === 0) return [];
  const text = said
    .reverse()
    .map(word => `${word.by}: ${word.text}`)
    .join('\n\n');
  return [{ heading: 'A maintainer says, before anything else', text, trust: 'data', markdown: true }];
}

/** @param n of the iteration that begins */
export function resumed(last: Iteration, n: number): Brief[] {
  const open = last.improvements.filter(item => !item.applied);
  return [
    {
      heading: `Resume: iteration ${n}`,
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
export function failing(last: Iteration): Brief[] {
  const red = last.blocks.flatMap(block =>
    (['lint', 'unit', 'contract'] as const).flatMap(kind => {
      const check = block[kind];
      return check && !check.ok ? [{ name: checkName(block, kind), check }] : [];
    }),
  );
  const once = red.filter((item, i) => red.findIndex(other => other.check.command === item.check.command) === i);
  return [
    ...once.slice(0, 5).map(({ name, check }) => ({
      heading: `Must fix: ${name} is red`,
      text: checkOutput(check),
      trust: 'data' as const,
    })),
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

function targetBrief({ target }: Spec): Brief[] {
  return target.path
    ? [{ heading: `The target: ${target.name} (${target.path})`, text: target.text, trust: 'data', markdown: true }]
    : [];
}

export function rules({ freeze, blocks }: Spec): Brief[] {
  const commands = blocks.flatMap(block =>
    [block.lint, block.unit, block.contract].filter(Boolean).map(c => `- \`${c}\``),
  );
  const lines = [
    ...(commands.length > 0 ? ['These commands decide; they are run for you afterwards:', ...new Set(commands)] : []),
    ...(freeze ? [`Frozen, a change there stops everything: ${freeze.paths.join(', ')}`] : []),
  ];
  return lines.length > 0 ? [{ heading: 'Rules of this repository', text: lines.join('\n'), trust: 'ours' }] : [];
}

/** The last one in which anything was done: what came before one that only waited for a model is still as it was. */
export function lastIteration(past: Past): Iteration | undefined {
  return iterations(past).findLast(iteration => !isWait(iteration));
}

export function where({ file, line }: Finding): string {
  return line === undefined ? file : `${file}:${line}`;
}

export function oneLine(text: string, most = 200): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, most);
}
