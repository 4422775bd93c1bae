// What is kept of an iteration that was cut short by `/finish`, or that failed, is checked all the same (K2).
import { checkName } from '../../brakes/check-name.ts';
import { checksOf } from '../../brakes/kept-work.ts';
import { checkBlocks } from '../contracts.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';

export const checkKept: Stage = { name: 'verify', run };

async function run(cycle: Cycle): Promise<void> {
  const { draft } = cycle;
  const isJudged = draft.autonomous?.qa !== undefined || draft.autonomous?.review?.verdict === 'BLOCK';
  if (isJudged || draft.blocks.length > 0) return;
  const blocks = await checkBlocks(cycle, 'verify');
  const red = blocks.filter(block => checksOf(block).some(check => !check.ok)).map(block => checkName(block, 'unit'));
  row(cycle, {
    stage: 'verify',
    by: 'qa-commit',
    result: red.length === 0 ? 'checks green, the contract was not judged' : `RED: ${red.join(', ')}`,
    state: red.length === 0 ? 'ok' : 'bad',
  });
}
