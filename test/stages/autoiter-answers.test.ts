import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { renderPrompt } from '../../src/runner/prompt.ts';
import * as answers from '../../src/stages/autoiter-answers.ts';
import type { Role } from '../../src/tools.ts';

const prompt = async (role: Role) => (await renderPrompt({ role, brief: [] }, { resultFile: '/result.json' })).text;

describe('prompts and answers speak of the same shapes', () => {
  test.each<[Role, z.ZodType]>([
    ['discoverer', answers.discoverAnswer],
    ['observer', answers.observeAnswer],
    ['medic', answers.medicAnswer],
    ['triager', answers.triageAnswer],
    ['verifier', answers.verifyAnswer],
    ['tester', answers.testerAnswer],
    ['auditor', answers.auditAnswer],
  ])('the %s’s example is a valid answer', async (role, schema) => {
    const example = /```json\n([\s\S]*?)```/.exec(await prompt(role))?.[1];
    expect(schema.safeParse(JSON.parse(example ?? '')).error).toBeUndefined();
  });

  test.each<[Role, RegExp]>([
    ['triager', /reverse suspicion.*start by finding reasons why each issue is \*not\* real/s],
    ['verifier', /adversarial.*attempt to falsify first/s],
    ['triager', /at most two lines/],
    ['verifier', /at most two lines/],
  ])('G3: the %s is told %s', async (role, words) => {
    expect(await prompt(role)).toMatch(words);
  });
});

describe('what roles answer', () => {
  const seen = { title: 'x', evidence: '1\n2\n3\n4\n5\n6', severity: 3 };
  test.each<[string, z.ZodType, unknown, boolean]>([
    ['no triggers at all', answers.discoverAnswer, { triggers: [] }, true],
    ['a score out of range', answers.discoverAnswer, { triggers: [{ command: 'a', score: 6, why: '' }] }, false],
    ['an issue without a title', answers.observeAnswer, { issues: [{ ...seen, title: ' ' }] }, false],
    ['a severity as text', answers.observeAnswer, { issues: [{ ...seen, severity: '4' }] }, true],
    [
      'a verdict of its own',
      answers.triageAnswer,
      { verdicts: [{ issue: 'a', verdict: 'Maybe', confidence: 3, rationale: '' }] },
      false,
    ],
    [
      'a fix without cause and test',
      answers.verifyAnswer,
      { title: 'a', kind: 'mixed', severity: 1, fix_confidence: 1 },
      true,
    ],
    ['a test without a command', answers.testerAnswer, { files: ['a'] }, false],
    ['no test, and why', answers.testerAnswer, { files: [], summary: 'it depends on the clock' }, true],
    ['no test, and no reason', answers.testerAnswer, { files: [], command: 'x' }, false],
    ['prose', answers.auditAnswer, 'all is well', false],
  ])('%s', (_, schema, answer, valid) => {
    expect(schema.safeParse(answer).success).toBe(valid);
  });

  test('C5: evidence keeps at most five lines', () => {
    expect(answers.observeAnswer.parse({ issues: [seen] }).issues[0]?.evidence).toBe('1\n2\n3\n4\n5');
  });
});
