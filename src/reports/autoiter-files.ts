// Which files a run of autoiter keeps, by the seed's names (K18): all of them follow from the record.
import { iterNumber, iters, lastScalar } from '../brakes/autoiter-past.ts';
import { deferredPool } from '../brakes/gates.ts';
import { iterations } from '../brakes/past.ts';
import { lockedRunSpec } from '../brakes/run-spec-lock.ts';
import { renderRunSpec } from '../config/render-run-spec.ts';
import type { AutoiterFacts } from '../facts/autoiter.ts';
import type { Exit, Iteration, Past } from '../record.ts';
import { blockerReport } from './autoiter/blocker-report.ts';
import { fixFile } from './autoiter/fix-file.ts';
import { fixPlanFile } from './autoiter/fix-plan.ts';
import { kickoffFile } from './autoiter/kickoff.ts';
import { doneLine, userLogEntry } from './autoiter/moment.ts';
import { observationsFile, triageFile } from './autoiter/observations.ts';
import { runSpecFile } from './autoiter/run-spec-file.ts';
import { summaryFile } from './autoiter/summary.ts';
import type { Run } from './links.ts';

type Files = Record<string, string>;

export function autoiterFiles(run: Run, exit?: Exit): Files {
  const { spec, past } = run;
  const locked = lockedRunSpec(spec, past);
  const prepared = iterations(past).findLast(({ autoiter }) => autoiter?.prepared)?.autoiter?.prepared;
  return {
    ...(locked && { 'run-spec.md': runSpecFile(spec.run, renderRunSpec(locked)) }),
    ...(prepared && { 'prepare-report.md': prepared.report }),
    ...Object.assign(
      {},
      ...iters(past).map((iter, at, all) => ofIteration(run, iter, at === all.length - 1 ? exit : undefined)),
    ),
    'user-log.md': userLog(past, exit),
  };
}

function ofIteration(
  { spec, past }: Run,
  iteration: Iteration & { autoiter: AutoiterFacts },
  exit: Exit | undefined,
): Files {
  const { autoiter: facts } = iteration;
  const n = iterNumber(past, iteration);
  const before = past.slice(0, iteration.known);
  const locked = lockedRunSpec(spec, past);
  const goal =
    deferredPool(before)
      .map(({ title }) => title)
      .join('; ') ||
    locked?.primary_goal ||
    '';
  const head = iterations(before).findLast(({ commit }) => commit)?.commit ?? spec.base;
  const files: Files = {
    'kickoff.md': kickoffFile({ iter: n, head, baseline: lastScalar(before).last, goal, at: iteration.startedAt }),
    'observations.md': observationsFile(facts.issues),
    'triage.md': triageFile(facts.verdicts),
    'summary.md': summaryFile(n, facts, exit),
    ...(facts.plan &&
      locked && {
        'fix-plan.md': fixPlanFile({ run: spec.run, iter: n, fixes: facts.fixes, plan: facts.plan }, locked),
      }),
    ...(facts.escalate?.reason === 'blocker_unrecoverable' && { 'blocker-report.md': blockerReport(n, facts) }),
    ...Object.fromEntries(facts.fixes.map(fix => [`fixes/${fileName(fix.id)}.md`, fixFile(fix)])),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`iter-${n}/${name}`, text]));
}

/** The run as a story, one entry for each thing that happened. */
function userLog(past: Past, exit: Exit | undefined): string {
  const entries = past.map((entry, at) => {
    if (entry.kind === 'word')
      return userLogEntry(iters(past.slice(0, at)).length, entry.at, `${entry.by} said /${entry.word}.`);
    if (entry.kind === 'fault')
      return userLogEntry(iters(past.slice(0, at)).length, entry.at, `A turn failed: ${entry.failure.code}.`);
    return userLogEntry(iterNumber(past, entry), entry.endedAt, told(entry));
  });
  const at = iterations(past).at(-1)?.endedAt ?? '';
  const end = exit
    ? [userLogEntry(iters(past).length, at, `${doneLine(exit.code.toLowerCase(), lastScalar(past))}${exit.why}`)]
    : [];
  return [...entries, ...end].join('');
}

function told({ steps, failure, autoiter }: Iteration): string {
  const phase = autoiter?.phase === 'iteration' ? '' : `${autoiter?.phase ?? 'turn'}: `;
  const parts = steps.filter(({ state }) => state !== 'skipped').map(({ by, result }) => `${by}: ${result}`);
  return `${phase}${[...parts, ...(failure ? [`failed: ${failure.code}`] : [])].join('. ')}.`;
}

const fileName = (id: string): string => id.replace(/[^\w-]+/g, '-').slice(0, 40);
