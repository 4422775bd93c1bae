// What an agent may do of what it asks for. The walls hold all of it; this keeps roles to their part and tells what was refused.
import type { PermissionOption } from '@agentclientprotocol/sdk';
import { type Places, whereIs } from './paths.ts';

export interface Asked {
  /** `edit`, `execute`, `read` …; absent = it did not say. */
  kind?: string | undefined;
  title: string;
  /** Files it names, as it names them. */
  paths: readonly string[];
  /** It shows what it would write. */
  writes: boolean;
}
export interface Rules extends Places {
  readOnly: boolean;
}

const WRITING = new Set(['edit', 'delete', 'move']);

/** Why not; undefined = it may. */
export async function refusal({ kind, paths, writes }: Asked, rules: Rules): Promise<string | undefined> {
  if (kind === 'switch_mode') return 'its mode is set by the app';
  if (!writes && !WRITING.has(kind ?? '')) return undefined;
  // Without a name nothing can be told: walls keep a writer to its worktree, and a role that only looks has no use for it.
  if (paths.length === 0) return rules.readOnly ? ONLY_LOOKS : undefined;
  for (const path of paths) {
    const why = await whyNot(path, rules);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Why a file may not be written; undefined = it may. */
export async function whyNot(path: string, rules: Rules): Promise<string | undefined> {
  const where = await whereIs(path, rules);
  if (where === 'result') return undefined;
  if (where === 'outside') return 'it is outside of the worktree';
  if (where === 'git') return 'it is a file of git’s own';
  return rules.readOnly ? ONLY_LOOKS : undefined;
}

const ONLY_LOOKS = 'this role only looks';

/** Never for always: agents keep that in files of the worktree, and it would outlive the turn. */
export function choose(options: readonly PermissionOption[], allowed: boolean): string | undefined {
  const kind = allowed ? 'allow_once' : 'reject_once';
  return options.find(option => option.kind === kind)?.optionId;
}
