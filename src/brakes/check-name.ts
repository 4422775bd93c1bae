// What a check is called wherever people see it: its block and kind, or its own name where it stands alone.
import type { BlockResult } from '../record.ts';

type CheckKind = 'lint' | 'unit' | 'contract';

/** `parse unit`; a named check that is a block of its own goes by that name: `typecheck`. */
export function checkName({ name, declared }: Pick<BlockResult, 'name' | 'declared'>, kind: CheckKind): string {
  return declared || name === 'repository' ? `${name} ${kind}` : name;
}
