// Shell scripts with mistakes in them for the autoiter loop: a trigger that scores them, and one play for every way a run can end.
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';
import type { ExitCode } from '../../src/record.ts';
import type { Act, Script } from '../agents/scripted.ts';

export interface AutoiterScenario {
  about: string;
  /** Repository path → content. */
  files: Record<string, string>;
  issue: { title: string; body: string };
  script: Script;
  /** What the maintainer says each time the run waits with this exit, in order. */
  words?: { after: ExitCode; say: string }[];
  /** Files and folders outside the repository that its commands read. */
  reads?: string[];
  exit: ExitCode;
}

const TRIGGER = `# Runs every test and prints a score: 10 for each that passes, less the lines of the code.
passed=0
for test in test/*.test.sh; do
  if sh "$test"; then echo "ok $test"; passed=$((passed + 1)); else echo "FAIL $test"; fi
done
lines=$(cat src/*.sh | wc -l)
echo "score: $((passed * 10 - lines))"
[ "$passed" -eq "$(ls test/*.test.sh | wc -l)" ]
`;

const greetWrong = 'echo "hello $1"\n';
const greetRight = 'echo "Hello $1"\n';
const sumWrong = 'echo $(($1 - $2))\n';
const sumRight = 'echo $(($1 + $2))\n';
const expects = (command: string, wanted: string): string => `[ "$(${command})" = "${wanted}" ]\n`;

/** The run spec a repository can bring along, with what a play changes in it. */
const runSpec = (
  more: { goal?: string; criterion?: string; iterations?: number; trigger?: string } = {},
): string => `  run_spec:
    primary_goal: ${more.goal ?? 'correctness'}
    trigger:
      invocation: ${more.trigger ?? 'sh trigger.sh'}
      scalar_extraction: "grep:score:"
    success_criterion: ${more.criterion ?? '{ type: all_green }'}
    budget: { max_iterations: ${more.iterations ?? 5} }
`;

const config = (autoiter: string): string => `loop: autoiter
auto_continue_minutes: 0
reviewers: [rosa]
checks:
  syntax: for file in src/*.sh; do sh -n $file || exit 1; done
autoiter:
${autoiter}`;

/** Repository path → content; `more` adds to them or, with undefined, leaves one out. */
export function autoiterFiles(more: Record<string, string | undefined> = {}): Record<string, string> {
  const files = {
    'README.md': '# scripts\n',
    '.github/ultraloop.yml': config('  auto_approve: false\n'),
    '.github/CODEOWNERS': '* @rosa\n',
    'trigger.sh': TRIGGER,
    'src/greet.sh': greetWrong,
    'src/sum.sh': sumWrong,
    'test/greet.test.sh': expects('sh src/greet.sh World', 'Hello World'),
    'test/sum.test.sh': expects('sh src/sum.sh 2 3', '5'),
    ...more,
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
}

/** A repository that brings its run spec along and locks it itself. */
const locked = (spec = runSpec(), more: Record<string, string | undefined> = {}): Record<string, string> =>
  autoiterFiles({ '.github/ultraloop.yml': config(`  auto_approve: true\n  skip_prepare: true\n${spec}`), ...more });

const ISSUE = { title: 'Make the scripts right', body: 'Greet people with a capital letter, and add numbers up.' };
const usage = { tokensIn: 2_000, tokensOut: 200, costUsd: 0.02 };

const issue = (title: string, blocking = false) => ({ title, evidence: `FAIL ${title}`, severity: 4, blocking });
const observes = (...issues: ReturnType<typeof issue>[]): Act => ({ answer: { issues, usage } });
const judges = (verdict: string, confidence: number, ...ids: string[]): Act => ({
  answer: { verdicts: ids.map(id => ({ issue: id, verdict, confidence, rationale: 'the script says so' })), usage },
});

interface Planned {
  title: string;
  file: string;
  kind?: 'correctness' | 'optimization';
  test?: string;
  needs?: string[];
}
const outlines = ({ title, file, kind = 'correctness', test = 'a test', needs = [] }: Planned): Act => ({
  answer: {
    ...{ title, kind, severity: 4, fix_confidence: 5, root_cause: `${file} is wrong`, reproduction_test: test },
    ...{
      fix_outline: `mend ${file}`,
      why_root_cause: 'nothing else touches it',
      dependencies: needs,
      files: [file],
      usage,
    },
  },
});
const reproduces = (name: string, text: string): Act => ({
  write: { [`test/${name}.test.sh`]: text },
  answer: { command: `sh test/${name}.test.sh`, files: [`test/${name}.test.sh`], summary: 'fails now', usage },
});
const writes = (files: Record<string, string>): Act => ({
  write: files,
  answer: { outcome: 'done', summary: 'mended', usage },
});

const DISCOVERS: Act = {
  answer: {
    triggers: [
      { command: 'sh test/greet.test.sh', kind: 'shell', score: 2, why: 'tests one script only' },
      { command: 'sh trigger.sh', kind: 'shell', score: 5, why: 'runs every test', scalar_extraction: 'grep:score:' },
    ],
    success_criterion: { type: 'all_green' },
    primary_goal: 'correctness',
    usage,
  },
};
const READY: Act = { answer: { ok: true, checks: [{ name: 'sh', ok: true, detail: 'is there' }], usage } };
const CLEAN: Act = { answer: { verdict: 'CLEAN', priority_1: [], usage } };

/** Both mistakes are seen, verified and mended, the second after the first. */
export const MENDS: Script = {
  discover: DISCOVERS,
  prepare: READY,
  observe: observes(issue('greet has no capital letter'), issue('sum subtracts')),
  triage: judges('Real', 5, 'ISSUE-001', 'ISSUE-002'),
  'verify-ISSUE-001': outlines({ title: 'Greet with a capital letter', file: 'src/greet.sh' }),
  'verify-ISSUE-002': outlines({ title: 'Add instead of subtracting', file: 'src/sum.sh', needs: ['ISSUE-001'] }),
  'reproduce-FIX-001': reproduces('greet-capital', expects('sh src/greet.sh Rosa', 'Hello Rosa')),
  'reproduce-FIX-002': reproduces('sum-adds', expects('sh src/sum.sh 40 2', '42')),
  'implement-FIX-001': writes({ 'src/greet.sh': greetRight }),
  'implement-FIX-002': writes({ 'src/sum.sh': sumRight }),
  review: CLEAN,
  simplify: { answer: { outcome: 'done', summary: 'simple enough', usage } },
  audit: { answer: { untraceable: [], usage } },
  recover: { answer: { complexity: 'simple', root_cause: 'unknown', fix: 'nothing', usage } },
};

/** One issue, and a fix for it that never works. */
const STUCK: Script = {
  ...MENDS,
  observe: observes(issue('sum subtracts')),
  triage: judges('Real', 5, 'ISSUE-001'),
  'verify-ISSUE-001': outlines({ title: 'Add instead of subtracting', file: 'src/sum.sh' }),
  'reproduce-FIX-001': reproduces('sum-adds', expects('sh src/sum.sh 40 2', '42')),
  'implement-FIX-001': writes({ 'src/sum.sh': 'echo $(($1 * $2))\n' }),
};

/** What starting the app takes. */
const OF_THE_APP = ['dist', 'node_modules', 'package.json'].map(name => join(packageRoot(), name));

const APPROVE = [{ after: 'SPEC_WAITING', say: '/approve' } as const];
const right = { 'src/greet.sh': greetRight, 'src/sum.sh': sumRight };

export const SCENARIOS: Record<string, AutoiterScenario> = {
  converged: {
    about: 'a maintainer approves the run spec, two fixes are made test first, the score reaches its threshold',
    files: autoiterFiles({
      '.github/ultraloop.yml': config(runSpec({ criterion: '{ type: scalar_threshold, threshold: 30 }' })),
    }),
    ...{ issue: ISSUE, script: MENDS, words: APPROVE, exit: 'CONVERGED' },
  },
  discovery: {
    about: 'triggers are looked for and ranked, a maintainer approves the proposal, two fixes make it all green',
    files: autoiterFiles(),
    ...{ issue: ISSUE, script: MENDS, words: APPROVE, exit: 'CONVERGED' },
  },
  'all-green': {
    about: 'the trigger is green from the first iteration on: nothing is looked for, nothing is changed',
    files: locked(runSpec(), right),
    ...{ issue: ISSUE, script: MENDS, exit: 'CONVERGED' },
  },
  flat: {
    about: 'what is seen is not real, twice, and the score stands still',
    files: locked(),
    script: { ...MENDS, triage: judges('Discarded', 4, 'ISSUE-001', 'ISSUE-002') },
    ...{ issue: ISSUE, exit: 'CONVERGED' },
  },
  budget: {
    about: 'one iteration is all there is, and one of two mistakes is left',
    files: locked(runSpec({ iterations: 1 })),
    script: {
      ...MENDS,
      observe: observes(issue('greet has no capital letter')),
      triage: judges('Real', 5, 'ISSUE-001'),
    },
    ...{ issue: ISSUE, exit: 'BUDGET_EXHAUSTED' },
  },
  blocker: {
    about: 'the trigger cannot be started, and three medics of rising strength cannot mend it',
    files: locked(runSpec({ trigger: './measure' })),
    script: { ...MENDS, observe: observes(issue('the measuring program is not there', true)) },
    ...{ issue: ISSUE, exit: 'ESCALATED' },
  },
  g6: {
    about: 'a fix also changes a file it does not name: the audit finds it',
    files: locked(),
    script: { ...MENDS, 'implement-FIX-002': writes({ 'src/sum.sh': sumRight, 'README.md': '# better scripts\n' }) },
    ...{ issue: ISSUE, exit: 'ESCALATED' },
  },
  g7: {
    about: 'the same plan a third time over a score that stands still',
    files: locked(),
    ...{ issue: ISSUE, script: STUCK, exit: 'ESCALATED' },
  },
  rollback: {
    about: 'an optimization makes the score worse and is taken back; the correctness fix beside it stays',
    files: locked(
      runSpec({ goal: 'optimization', criterion: '{ type: scalar_threshold, threshold: 99 }', iterations: 1 }),
    ),
    script: {
      ...MENDS,
      'verify-ISSUE-002': outlines({ title: 'Spread the greeting out', file: 'src/greet.sh', kind: 'optimization' }),
      'verify-ISSUE-001': outlines({ title: 'Add instead of subtracting', file: 'src/sum.sh' }),
      'reproduce-FIX-001': reproduces('sum-adds', expects('sh src/sum.sh 40 2', '42')),
      'implement-FIX-001': writes({ 'src/sum.sh': sumRight }),
      'reproduce-FIX-002': reproduces('greet-lines', '[ "$(wc -l < src/greet.sh)" -gt 30 ]\n'),
      'implement-FIX-002': writes({ 'src/greet.sh': `${greetWrong}${': # room for more\n'.repeat(60)}` }),
    },
    ...{ issue: ISSUE, exit: 'BUDGET_EXHAUSTED' },
  },
  nested: {
    about: 'the trigger tries to start the app inside the run: refused, and the run goes on',
    files: locked(runSpec(), {
      ...right,
      'trigger.sh': `${process.execPath} ${join(packageRoot(), 'dist/src/cli.js')} start && exit 9\n${TRIGGER}`,
    }),
    ...{ issue: ISSUE, script: MENDS, reads: OF_THE_APP, exit: 'CONVERGED' },
  },
};
