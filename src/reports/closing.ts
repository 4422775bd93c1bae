// The closing report in the seed's form, exit first; the same text is the run's ultraloop-report.md (U13).
import { iterationLimit } from '../brakes/max-cycles.ts';
import { chapter, iterations, last, unanswered } from '../brakes/past.ts';
import type { Exit, Iteration } from '../record.ts';
import { failingChecks, failureTitle, passOrFail } from './checks.ts';
import { EXIT_WORDS } from './exit-words.ts';
import { firstFailing } from './fence.ts';
import { count } from './figures.ts';
import { findingLink, place } from './finding.ts';
import { compareUrl, issueUrl, type Run, treeUrl } from './links.ts';
import { code, link, marked, table, text } from './markdown.ts';
import { wakeWords } from './next.ts';
import { spendLine } from './spend.ts';

export function closingReport(run: Run, exit: Exit): string {
  const { title, sign } = EXIT_WORDS[exit.code];
  const parts = [
    `## Ultraloop Execution Report · ${exit.code}`,
    `**${sign} ${title}.** ${text(exit.why)}`,
    section('Summary', summary(run, exit)),
    section('Block Status', blockStatus(iterations(run.past))),
    section('Improvements Applied', improvements(run)),
    section('Design Freeze Status', freezeStatus(run)),
    section('Pending Decisions', pending(run, exit)),
    section('Files', files(run)),
    wakeWords(exit),
  ];
  return marked(parts.join('\n\n'), run.spec.run, `closing-${exit.code.toLowerCase()}-${chapter(run.past)}`);
}

export function section(title: string, lines: string[]): string {
  return `### ${title}\n${lines.join('\n')}`;
}

export function summary({ spec, past, links }: Run, exit: Exit): string[] {
  const { target } = spec;
  const sandbox = spec.sandbox === 'none' ? ['- **Sandbox**: none; agent and checks ran unwalled on the host'] : [];
  return [
    `- **Target**: ${target.path ? `${text(target.name)} (${code(target.path)}) for ` : 'the text of '}${link(`issue ${spec.issue}`, issueUrl({ spec, links }))}`,
    `- **Cycles completed**: ${iterations(past).length} / ${iterationLimit(spec, past)}`,
    `- **Exit reason**: ${exit.code}`,
    `- **Cost**: ${spendLine(spec, past)}`,
    ...sandbox,
  ];
}

/** From the last cycle that got as far as the checks; which one is said when later ones did not. */
function blockStatus(cycles: readonly Iteration[]): string[] {
  const checked = cycles.findLast(cycle => cycle.blocks.length > 0);
  if (checked === undefined) return ['No cycle got as far as the checks.'];
  const stale =
    checked === cycles.at(-1) ? [] : ['', `As of cycle ${checked.n}; later cycles did not reach the checks.`];
  const rows = checked.blocks.map(block => [
    text(block.name),
    text(block.status),
    passOrFail(block.lint),
    passOrFail(block.unit),
    passOrFail(block.contract),
  ]);
  return [table([['Block', 'Status', 'Lint', 'Unit Test', 'Contract Test'], ...rows]), ...stale];
}

function improvements(run: Run): string[] {
  const cycles = iterations(run.past);
  return cycles.length === 0 ? ['- No cycle ran.'] : cycles.flatMap(cycle => applied(run, cycle));
}

function applied(run: Run, { n, improvements: items, review, commit }: Iteration): string[] {
  const done = items.filter(item => item.applied);
  if (done.length > 0) return done.map(item => `- Cycle ${n}: ${text(item.what)} (${place(run, item, commit)})`);
  if (items.length > 0) return [`- Cycle ${n}: none of ${count(items.length, 'must-fix item')} applied`];
  return [`- Cycle ${n}: ${review ? 'No improvements needed' : 'Not reviewed'}`];
}

function freezeStatus({ spec, past, links }: Run): string[] {
  const { freeze } = spec;
  if (freeze === undefined) return ['- **Status**: nothing is frozen'];
  const seen = iterations(past).findLast(iteration => iteration.freeze)?.freeze;
  const status = seen === undefined ? 'not verified, no cycle got that far' : seen.intact ? 'INTACT' : 'VIOLATED';
  const hash = freeze.hash.includes(':') ? freeze.hash : `sha256:${freeze.hash}`;
  const violated = seen?.violations.slice(0, 20).map(file => `- ${file.status} ${text(file.path)}`) ?? [];
  const kept = seen?.stash ? [`- Kept on ${link(seen.stash.branch, treeUrl({ spec, links }, seen.stash.branch))}`] : [];
  return [
    `- **Status**: ${status}`,
    `- **Hash**: ${code(hash)} (${count(freeze.files, 'file')})`,
    ...violated,
    ...kept,
  ];
}

/** Everything a person still has to decide or look at; the list is what is open, not what went wrong before. */
export function pending(run: Run, exit: Exit): string[] {
  const cycle = last(run.past);
  const failing = failingChecks(cycle?.blocks ?? []).map(({ name, check, how }) => {
    const line = firstFailing(check.log);
    return `- ${text(name)} fails, ${how}${line === undefined ? '' : `: ${text(line)}`} (needs review)`;
  });
  const open = cycle?.improvements
    .filter(item => !item.applied)
    .map(item => `- ${findingLink(run, item, cycle.commit)}`);
  const comment = unanswered(run.past, 'comment');
  const lines = [
    ...(exit.asks ? exit.evidence.map(line => `- ${text(line)}`) : []),
    ...(cycle?.failure ? [`- ${text(failureTitle(cycle.failure.code))}: ${text(cycle.failure.detail)}`] : []),
    ...failing,
    ...(open ?? []),
    ...(comment ? [`- A comment by ${text(comment.by)} is not answered: ${text(comment.text)}`] : []),
  ];
  return lines.length > 0 ? lines : ['None.'];
}

export function files(run: Run): string[] {
  const { branch, base } = run.spec;
  const { filesRef, filesCommit } = run.links;
  const changes = link('all changes', compareUrl(run, base, branch));
  const shown = filesCommit === undefined ? '' : `${link('here', treeUrl(run, filesCommit))}, or `;
  const published =
    filesRef === undefined ? [] : [`- Every file of the run: ${shown}${code(`git fetch origin ${filesRef}`)}`];
  return [`- Branch ${link(branch, treeUrl(run, branch))} (${changes})`, ...published];
}
