// 2.3 qa-commit: GREEN or RED against the commit's contract (A5). Checks and the visual check speak first, by exit codes; only over
// green ones is the tester asked about what no command can tell.
import { checkName } from '../../brakes/check-name.ts';
import { commits, contractOf } from '../../brakes/commits.ts';
import { identities } from '../../brakes/fingerprint.ts';
import { checksOf, hasWork } from '../../brakes/kept-work.ts';
import type { ContractItem } from '../../facts/autonomous.ts';
import type { BlockResult, CheckResult } from '../../record.ts';
import { check } from '../check.ts';
import { checkBlocks } from '../contracts.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { askRole, qaAnswer } from './answers.ts';
import { qaBrief } from './briefs.ts';
import { facts, noteErrors } from './facts.ts';

export const qaCommit: Stage = { name: 'verify', run };

async function run(cycle: Cycle): Promise<void> {
  if (facts(cycle).review?.verdict === 'BLOCK') {
    row(cycle, { stage: 'verify', by: 'qa-commit', result: 'not run: the review blocks', state: 'skipped' });
    return;
  }
  await checkBlocks(cycle, 'verify');
  await look(cycle);
  const work = hasWork([...cycle.past, cycle.draft]);
  if (!work) noteErrors(cycle, ['qa-commit › nothing was changed']);
  const items = [
    ...cycle.draft.blocks.flatMap(named).map(checked(cycle)),
    { name: 'work', ok: work, detail: work ? 'there is a change' : 'nothing was changed yet' },
  ];
  if (items.every(item => item.ok)) items.push(...(await judged(cycle)));
  conclude(cycle, items);
}

/** The page in a real browser, when the configuration names a command for it. */
async function look(cycle: Cycle): Promise<void> {
  const command = cycle.spec.autonomous?.visual?.command;
  if (command === undefined) return;
  const contract = await check(cycle, { stage: 'verify', name: 'visual', command });
  cycle.draft.blocks.push({
    name: 'visual',
    declared: false,
    status: contract.ok ? 'merged' : 'implementing',
    contract,
  });
}

interface Named {
  name: string;
  result: CheckResult;
}

function named(block: BlockResult): Named[] {
  return (['lint', 'unit', 'contract'] as const).flatMap(kind => {
    const result = block[kind];
    return result ? [{ name: checkName(block, kind), result }] : [];
  });
}

const checked =
  (cycle: Cycle) =>
  ({ name, result }: Named): ContractItem => {
    if (!result.ok) noteErrors(cycle, identities(name, result.exitCode, result.log));
    const how = result.timedOut ? 'ran into its time limit' : `exit code ${result.exitCode ?? 'none'}`;
    return { name, ok: result.ok, detail: how };
  };

/** What the tester says of each item. An item it leaves out is not met: unclear is never green. */
async function judged(cycle: Cycle): Promise<ContractItem[]> {
  const planned = facts(cycle).plan ?? commits(cycle.spec, cycle.past);
  const contract = contractOf(cycle.spec, planned, facts(cycle).commit.index);
  if (contract.length === 0) return [];
  const job = { stage: 'verify', role: 'tester', readOnly: true, brief: qaBrief(cycle, contract) } as const;
  const { value, failure } = await askRole(cycle, { ...job, brief: [...job.brief] }, qaAnswer);
  if (failure) {
    row(cycle, { stage: 'verify', by: 'qa-commit', result: failure.message, state: 'bad' });
    throw failure;
  }
  return contract.map((name, at) => {
    const said = value?.items.find(item => item.item === at + 1);
    const ok = said?.ok === true;
    if (!ok) noteErrors(cycle, [`contract › ${name}`.slice(0, 300)]);
    return { name, ok, detail: said?.detail ?? 'the tester said nothing about it' };
  });
}

function conclude(cycle: Cycle, items: ContractItem[]): void {
  const own = facts(cycle);
  const green = items.every(item => item.ok);
  own.qa = { verdict: green ? 'GREEN' : 'RED', items };
  if (green && own.review?.verdict === 'PASS') own.outcome = 'SUCCESS';
  const missing = items.filter(item => !item.ok).map(item => item.name);
  const checks = cycle.draft.blocks.flatMap(checksOf).length;
  const judgedItems = items.length - checks - 1;
  const seen = `${checks} ${checks === 1 ? 'check' : 'checks'}${judgedItems > 0 ? `, ${judgedItems} of the contract` : ''}`;
  row(cycle, {
    stage: 'verify',
    by: 'qa-commit',
    result: green ? `GREEN: ${seen}` : `RED: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
    state: green ? 'ok' : 'bad',
  });
}
