// (c) The loop has each must-fix item applied; whether it was is judged by the diff, not by what the agent says (U7).
import type { Change, Finding, Improvement } from '../record.ts';
import { agentTurn, failureOf, wasStopped } from './agent-turn.ts';
import { isWorkAnswer, type WorkAnswer, workAnswer } from './answers.ts';
import { improveBrief } from './brief.ts';
import { type Cycle, row, type Stage } from './cycle.ts';
import { impossible } from './execute.ts';

export const improve: Stage = { name: 'improve', run };

async function run(cycle: Cycle): Promise<void> {
  const mustFix = cycle.draft.review?.priority1 ?? [];
  if (mustFix.length === 0) {
    row(cycle, { stage: 'improve', by: 'implementer', result: 'nothing to improve', state: 'skipped' });
    return;
  }
  const before = cycle.tree;
  const turn = await agentTurn(cycle, { stage: 'improve', role: 'implementer', brief: improveBrief(cycle, mustFix) });
  const touched = await cycle.tools.git.snapshot(before);
  cycle.tree = touched.to;
  const answer = workAnswer.safeParse(turn.value).data;
  const improvements = mustFix.map(finding => judged(finding, touched, answer));
  cycle.draft.improvements = improvements;
  const applied = improvements.filter(item => item.applied).length;
  row(cycle, {
    stage: 'improve',
    by: 'implementer',
    result: [wasStopped(turn), `${applied} of ${mustFix.length} applied`].filter(Boolean).join('; '),
    state: applied === mustFix.length && !wasStopped(turn) ? 'ok' : 'bad',
  });
  const failure = failureOf(turn, touched.to !== before || isWorkAnswer(turn.value)) ?? impossible(turn.value);
  if (failure) throw failure;
}

/** Applied = its file changed and the agent does not deny it. A fix may also sit in another file, if the agent names none here. */
function judged(finding: Finding, touched: Change, answer: WorkAnswer | undefined): Improvement {
  const said = answer?.improvements.find(
    item => item.file === finding.file && (item.line ?? finding.line) === finding.line,
  );
  if (said && !said.applied) return { ...finding, applied: false, why: said.why ?? 'the agent gave no reason' };
  const changed = touched.files.some(file => file.path === finding.file);
  if (changed) return { ...finding, applied: true };
  if (said?.applied && touched.files.length > 0) return { ...finding, applied: true, why: 'in another file' };
  return { ...finding, applied: false, why: 'the file did not change' };
}
