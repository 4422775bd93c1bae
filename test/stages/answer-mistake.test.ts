import { expect, test } from 'vitest';
import { mistakeOf } from '../../src/stages/answer-mistake.ts';
import { reviewAnswer } from '../../src/stages/answers.ts';

const mistake = mistakeOf(reviewAnswer);

test('U6 an answer of the right shape has no mistake', () => {
  expect(mistake({ verdict: 'CLEAN' })).toBeUndefined();
});

test.each([
  ['none at all', undefined, /^there was no JSON in the answer$/],
  ['a verdict of its own', { verdict: 'FINE' }, /^verdict: [^\n]*CLEAN[^\n]*$/],
  ['two mistakes', { verdict: 1, priority_1: [{ what: 'x' }] }, /^verdict: .*\npriority_1\.0\.file: .*$/],
  ['a list', [], /^answer: .*object/],
])('U6 %s is told, a line for each thing', (_, value, words) => {
  expect(mistake(value)).toMatch(words);
});

test('U6 many mistakes are told up to a length', () => {
  const priority_1 = Array.from({ length: 50 }, () => ({}));
  expect(mistake({ verdict: 'CLEAN', priority_1 })).toHaveLength(1000);
});
