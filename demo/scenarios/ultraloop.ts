// The ultraloop: every way a run can end, each as a short play on the same sample repository.
import type { Script } from '../../test/agents/scripted.ts';
import { HONEST, SAMPLE, SAMPLE_FILES, SAMPLE_ISSUE } from '../../test/world/sample.ts';
import { sayAll } from '../say-all.ts';
import type { Said, Scenario } from '../scenario.ts';

const CONFIG = '.github/ultraloop.yml';
const config = SAMPLE_FILES[CONFIG] ?? '';
const { parseDone, parseLoose, formatFirst, formatDone, work, clean } = SAMPLE;

/** What the agent does when people go on after the end, by clicking on the pages. */
const AFTERWARDS: Script = {
  execute: work({ say: 'Nothing is left to do.' }, 'nothing is left to do'),
  review: clean('as designed'),
  improve: { answer: { outcome: 'done', improvements: [] } },
};
const honest: Script = { ...AFTERWARDS, ...HONEST };
/** Long enough for a person to say something meanwhile. */
const slow = (stage: string, sleepMs: number): Script => ({ ...honest, [stage]: { ...honest[stage], sleepMs } });
const configured = (...changes: [string | RegExp, string][]): Record<string, string> => ({
  ...SAMPLE_FILES,
  [CONFIG]: changes.reduce((text, [from, to]) => text.replace(from, to), config),
});

const goOn: readonly Said[] = [{ after: 'waiting', say: '/continue' }];
const base = { issue: SAMPLE_ISSUE, files: SAMPLE_FILES, script: honest };

export const ultraloop: Record<string, Scenario> = {
  complete: {
    ...base,
    about: 'a finding is applied, a contract test is red, a maintainer says /continue, the test turns green',
    exit: 'COMPLETE',
    words: goOn,
  },
  clean: {
    ...base,
    about: 'a repository that names no blocks: green checks and a clean review end the run',
    exit: 'CLEAN',
    files: configured([/blocks:[\s\S]*?(?=reviewers)/, 'checks:\n  test: node --test test/ contract/\n']),
    words: goOn,
  },
  freeze: {
    ...base,
    about: 'the agent changes the frozen design: the change is kept aside, its owner is asked',
    exit: 'FREEZE_VIOLATION',
    script: {
      ...honest,
      'execute-2': work(
        {
          write: { 'src/format.js': formatDone },
          append: { 'docs/design/durations.md': '\nZero is the empty text.\n' },
        },
        'made the design fit the code',
      ),
    },
    words: goOn,
  },
  max: {
    ...base,
    about: 'three iterations without a pause, none of them good enough',
    exit: 'MAX_CYCLES',
    files: configured(['max_cycles: 6', 'max_cycles: 3'], ['auto_continue_minutes: 30', 'auto_continue_minutes: 0']),
    script: {
      ...honest,
      'execute-2': work({ append: { 'src/format.js': '// Zero needs thought.\n' } }, 'thought about zero'),
      'execute-3': work({ append: { 'src/format.js': '// Zero needs more thought.\n' } }, 'thought again'),
    },
  },
  abort: {
    ...base,
    about: 'a maintainer says /abort while the agent works: it is stopped at once',
    exit: 'ABORTED',
    script: slow('execute-2', 30_000),
    async play(stage) {
      await stage.until('waiting');
      const working = stage.begun('agent.execute');
      await stage.say('/continue');
      await working;
      await stage.pause(500);
      await stage.say('/abort the issue was settled in another way');
      await stage.until('stopped');
    },
  },
  interrupt: {
    ...base,
    about: 'an ordinary comment parks the run at the next safe point, and guides the next iteration',
    exit: 'COMPLETE',
    script: {
      ...slow('execute-1', 1_500),
      'execute-2': work({ write: { 'src/parse.js': parseDone, 'src/format.js': formatDone } }, 'as you asked'),
    },
    async play(stage) {
      await stage.begun('agent.execute');
      await stage.pause(300);
      await stage.say('Please think of the empty text and of zero.');
      await stage.until('needs-human');
      await stage.say('/continue the empty text is no duration, zero is 0s');
      await stage.until('done');
    },
  },
  takeover: {
    ...base,
    about: 'somebody pushes to the branch: nothing is overwritten, the run waits and asks',
    exit: 'TAKEOVER',
    async play(stage) {
      await stage.until('waiting');
      await stage.push('rosa', { 'src/format.js': formatDone }, 'I write zero myself');
      await stage.until('needs-human');
    },
  },
  budget: {
    ...base,
    about: 'what is left of the money cannot pay another iteration',
    exit: 'TOKEN_EXHAUSTION',
    files: configured(['reviewers:', 'budget:\n  max_cost_usd: 0.60\nreviewers:']),
  },
  crash: {
    ...base,
    about: 'the app is killed in the middle of an agent’s work and of a report, and goes on both times',
    exit: 'COMPLETE',
    script: {
      ...honest,
      'execute-1': work(
        { write: { 'src/parse.js': parseLoose, 'src/format.js': formatFirst }, sleepMs: 1_200 },
        'wrote both',
      ),
    },
    async play(stage) {
      await stage.begun('agent.execute');
      await stage.pause(400);
      await stage.crash();
      const commented = stage.commented();
      await stage.revive();
      await commented;
      await stage.crash();
      await stage.revive();
      await sayAll(stage, goOn);
    },
  },
};
