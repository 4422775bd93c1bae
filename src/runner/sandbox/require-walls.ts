// No sandbox, no run: asked before a run is opened and before each of its turns.
import { Failure } from '../../failures.ts';
import type { Sandbox } from './sandbox.ts';

/** @param began how the run was walled in when it began. Throws `no-sandbox`; a run never loses its walls half way. */
export function requireWalls({ name, why }: Pick<Sandbox, 'name' | 'why'>, began?: string): void {
  if (why !== undefined) throw new Failure('no-sandbox', why);
  if (name !== 'none' || began === undefined || began === 'none') return;
  throw new Failure(
    'no-sandbox',
    `this run began inside ${began}; the app was started with ULTRALOOP_SANDBOX=unsafe-none since, and it does not go on without walls.`,
  );
}
