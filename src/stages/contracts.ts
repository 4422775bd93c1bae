// (d) Lint, unit and contract commands of every block, each distinct command once (U8).
import { z } from 'zod';
import { checkName } from '../brakes/check-name.ts';
import type { BlockResult, CheckResult, StageName } from '../record.ts';
import type { Block } from '../spec.ts';
import { check } from './check.ts';
import { type Cycle, row, type Stage } from './cycle.ts';

export const contracts: Stage = { name: 'contracts', run };

async function run(cycle: Cycle): Promise<void> {
  const blocks = await checkBlocks(cycle, 'contracts');
  row(cycle, {
    stage: 'contracts',
    by: commands(cycle.spec.blocks),
    result: blocks.length > 0 ? blocks.map(mark).join(' · ') : 'no checks',
    state: blocks.every(green) ? 'ok' : 'bad',
  });
}

/** Runs every block's commands on the last staged tree; the results go into the record. */
export async function checkBlocks(cycle: Cycle, stage: StageName): Promise<BlockResult[]> {
  await adoptLateChange(cycle);
  const state = await targetState(cycle);
  const checks = onceEach(cycle, stage);
  for (const block of cycle.spec.blocks) cycle.draft.blocks.push(await blockResult(block, checks, state));
  return cycle.draft.blocks;
}

/** The last staged tree is what gets committed; the checks run on it, and what they write is not committed. */
async function adoptLateChange(cycle: Cycle): Promise<void> {
  if (cycle.draft.change?.to === cycle.tree) return;
  const change = await cycle.tools.git.snapshot(cycle.from);
  cycle.draft.change = change;
  cycle.tree = change.to;
}

type Check = (name: string, command: string | undefined) => Promise<CheckResult | undefined>;

async function blockResult(block: Block, checked: Check, state: TargetState): Promise<BlockResult> {
  const lint = await checked(checkName(block, 'lint'), block.lint);
  const unit = await checked(checkName(block, 'unit'), block.unit);
  const contract = await checked(checkName(block, 'contract'), block.contract);
  const claimed = state[block.name];
  const passed = [lint, unit, contract].every(result => result?.ok ?? true);
  return {
    name: block.name,
    declared: block.declared,
    status: claimed?.status ?? (passed ? 'merged' : 'implementing'),
    ...(lint && { lint }),
    ...(unit && { unit }),
    ...(contract && { contract }),
    ...(claimed?.contract_test_pass !== undefined && { claimed: claimed.contract_test_pass }),
  };
}

function onceEach(cycle: Cycle, stage: StageName): Check {
  const seen = new Map<string, Promise<CheckResult>>();
  return async (name, command) => {
    if (!command) return undefined;
    const known = seen.get(command) ?? check(cycle, { stage, name, command });
    seen.set(command, known);
    return known;
  };
}

const stateFile = z.object({
  blocks: z.record(z.string(), z.object({ status: z.string().max(100), contract_test_pass: z.boolean().optional() })),
});
type TargetState = z.infer<typeof stateFile>['blocks'];

/** The target's own state file. It may say less than our checks, never more: a claim is shown, ours decides. */
async function targetState(cycle: Cycle): Promise<TargetState> {
  const path = cycle.spec.target.state;
  const text = path && (await cycle.tools.git.read(cycle.tree, path, 256 * 1024));
  if (!path || text === undefined) return {};
  try {
    return stateFile.parse(JSON.parse(text || '{}')).blocks;
  } catch {
    cycle.draft.notes.push(
      `The state file \`${path}\` is not readable as {"blocks":{"name":{"status":"…"}}}; it was ignored.`,
    );
    return {};
  }
}

/** The command when there is only one, else how many. */
function commands(blocks: readonly Block[]): string {
  const distinct = new Set(blocks.flatMap(block => [block.lint, block.unit, block.contract].filter(Boolean)));
  return distinct.size === 1 ? [...distinct].join('') : `${distinct.size} commands`;
}

function green(block: BlockResult): boolean {
  return [block.lint, block.unit, block.contract].every(check => check?.ok ?? true);
}

/** `entropy ✔`, or `me ✘ contract`. */
function mark(block: BlockResult): string {
  const failing = (['lint', 'unit', 'contract'] as const).filter(kind => block[kind] && !block[kind].ok);
  return failing.length === 0 ? `${block.name} ✔` : `${block.name} ✘ ${failing.join(', ')}`;
}
