// The closing report of a ralph run: exit first, then each slice with its attempts, the end-to-end pass, what is open.
import { iterationLimit } from '../../brakes/max-cycles.ts';
import { chapter, iterations } from '../../brakes/past.ts';
import { attemptsAt, isAttempt, isDone, ralphs } from '../../brakes/ralph-course.ts';
import type { Exit } from '../../record.ts';
import type { RalphPlan, Slice } from '../../spec.ts';
import { files, pending, section } from '../closing.ts';
import { EXIT_WORDS } from '../exit-words.ts';
import { commitUrl, issueUrl, type Run } from '../links.ts';
import { code, link, marked, table, text } from '../markdown.ts';
import { wakeWords } from '../next.ts';
import { spendLine } from '../spend.ts';
import { driftShown } from './drift.ts';

export function ralphClosing(run: Run, exit: Exit): string {
  const { title, sign } = EXIT_WORDS[exit.code];
  const parts = [
    `## Ralph Loop Report · ${exit.code}`,
    `**${sign} ${title}.** ${text(exit.why)}`,
    section('Summary', summary(run, exit)),
    section('Slices', [slices(run)]),
    section('End to End', endToEnd(run)),
    ...driftShown(iterations(run.past).at(-1)),
    section('Pending Decisions', pending(run, exit)),
    section('Files', files(run)),
    wakeWords(exit),
  ];
  return marked(parts.join('\n\n'), run.spec.run, `closing-${exit.code.toLowerCase()}-${chapter(run.past)}`);
}

function summary({ spec, past, links }: Run, exit: Exit): string[] {
  const sandbox = spec.sandbox === 'none' ? ['- **Sandbox**: none; agent and checks ran unwalled on the host'] : [];
  return [
    `- **Slices**: ${code(spec.ralph?.scope ?? '')}, mode ${spec.ralph?.mode ?? ''}, for ${link(`issue ${spec.issue}`, issueUrl({ spec, links }))}`,
    `- **Iterations**: ${iterations(past).length} / ${iterationLimit(spec, past)}`,
    `- **Exit reason**: ${exit.code}`,
    `- **Cost**: ${spendLine(spec, past)}`,
    ...sandbox,
  ];
}

function slices(run: Run): string {
  const plan = run.spec.ralph;
  const rows = plan?.slices.map(slice => sliceRow(run, plan, slice)) ?? [];
  return table([['Slice', 'Name', 'Layers', 'Attempts', 'Outer', 'Status'], ...rows]);
}

function sliceRow(run: Run, plan: RalphPlan, slice: Slice): string[] {
  const inner = attemptsAt(run.past, slice, 'inner').filter(isAttempt);
  const outer = ralphs(run.past).filter(({ ralph }) => ralph.slice?.id === slice.id && ralph.pass === 'outer');
  const done = [...inner, ...outer].findLast(isDone);
  const where = done?.commit ? `built in ${link(done.commit.slice(0, 7), commitUrl(run, done.commit))}` : 'built';
  const before = plan.built.includes(slice.id) ? 'built before' : undefined;
  const open = inner.length > 0 ? 'not verified' : 'not begun';
  return [
    ...[slice.id, slice.name, slice.layers.join(', ')].map(text),
    ...[String(inner.length), String(outer.length)],
    done ? where : (before ?? open),
  ];
}

function endToEnd({ spec, past }: Run): string[] {
  if (spec.ralph?.mode === 'implement') return ['Not part of mode implement.'];
  const passes = ralphs(past).flatMap(({ n, ralph }) => (ralph.e2e ? [{ n, ...ralph.e2e }] : []));
  if (passes.length === 0) return ['Not reached.'];
  return passes.map(
    ({ n, ok, flagged }) => `- Iteration ${n}: ${ok ? 'PASS' : `FAIL, flagged ${flagged.map(text).join(', ')}`}`,
  );
}
