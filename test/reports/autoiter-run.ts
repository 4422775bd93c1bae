// One autoiter run for tests of its reports and files: discovery, an approval, and an iteration in which everything happened.
import type { Run } from '../../src/reports/links.ts';
import { approve, discovery, fix, issue, iter, plan, scalar, verdict, yaml } from '../brakes/autoiter-entries.ts';

export const sha = 'ab'.repeat(20);
export const text = yaml('success_criterion: {type: scalar_threshold, threshold: 0.9}');
export const made = fix('FIX-001', { commit: sha, title: 'start at zero' });
export const taken = fix('FIX-002', {
  kind: 'optimization',
  commit: 'cd'.repeat(20),
  reverted: true,
  dependencies: ['FIX-001'],
});
export const second = iter(3, {
  issues: [
    issue('ISSUE-001', { title: 'wrong total' }),
    issue('ISSUE-002', { severity: 2 }),
    issue('ISSUE-003'),
    issue('ISSUE-004'),
  ],
  verdicts: [
    verdict('ISSUE-001', 'Real', 5),
    verdict('ISSUE-002', 'Unclear', 3),
    verdict('ISSUE-003', 'Real', 2),
    verdict('ISSUE-004', 'Discarded', 4),
  ],
  fixes: [made, taken],
  deferred: [{ id: 'ISSUE-003', title: 'trouble ISSUE-003', tag: 'triage_low_confidence', iteration: 1 }],
  plan: { batches: [['FIX-001'], ['FIX-002']], text: 'start at zero', jaccard: 0.25, bucket: 2 },
  audit: { ok: true, untraceable: [] },
  scalar: scalar(0.71, 0.84, 0.52),
  rollback: [{ fix: 'FIX-002', commit: 'ef'.repeat(20), why: 'the scalar got worse' }],
  heldOut: { ok: false },
  specialCasing: [{ file: 'src/a.ts', line: 7, what: 'gives back what a test expects: 5405' }],
  recovery: [{ model: 'fast', root_cause: 'no port', fix: 'chose another', result: 'exit code 0' }],
});
export const run: Run = {
  spec: { ...plan(), sandbox: 'none' },
  past: [discovery(text), approve(text), second],
  links: { web: 'https://github.com', filesRef: 'refs/ultraloop/r7k2' },
};
