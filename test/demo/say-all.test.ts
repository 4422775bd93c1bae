import { expect, test } from 'vitest';
import { sayAll } from '../../demo/say-all.ts';
import type { Stage } from '../../demo/scenario.ts';
import type { ExitCode } from '../../src/record.ts';

/** A stage whose run rests for these reasons, one after the other; it writes down what happens on it. */
function stage(...rests: (ExitCode | 'waiting')[]) {
  const seen: string[] = [];
  const on: Pick<Stage, 'rest' | 'begun' | 'say'> = {
    async rest() {
      const at = rests.shift() ?? 'nothing';
      seen.push(`rests: ${at}`);
      const run = at === 'waiting' ? { state: at } : { state: 'needs-human', exit: { code: at } };
      return run as unknown as Awaited<ReturnType<Stage['rest']>>;
    },
    async begun(step) {
      seen.push(`listens for ${step}`);
      return {} as Awaited<ReturnType<Stage['begun']>>;
    },
    async say(words) {
      seen.push(`says ${words}`);
    },
  };
  return { seen, on: on as Stage };
}

test('K19: each word is said when the run rests for its reason, and the end is waited for', async () => {
  const { seen, on } = stage('waiting', 'SPEC_DRIFT', 'SUCCESS');
  await sayAll(on, [
    { after: 'waiting', say: '/continue' },
    { after: 'SPEC_DRIFT', say: '/approve' },
  ]);
  expect(seen).toEqual([
    ...['rests: waiting', 'listens for hear', 'says /continue'],
    ...['rests: SPEC_DRIFT', 'listens for hear', 'says /approve', 'rests: SUCCESS'],
  ]);
});

test('K19: nothing is said when the run rests for another reason; what it rests with is told', async () => {
  const { seen, on } = stage('CONTEXT_DRIFT');
  await expect(sayAll(on, [{ after: 'SPEC_DRIFT', say: '/approve' }])).rejects.toThrow(
    'the run rests with CONTEXT_DRIFT; “/approve” was to be said after SPEC_DRIFT',
  );
  expect(seen).toEqual(['rests: CONTEXT_DRIFT']);
});

test('K19: without words only the end is waited for', async () => {
  const { seen, on } = stage('MAX');
  await sayAll(on);
  expect(seen).toEqual(['rests: MAX']);
});
