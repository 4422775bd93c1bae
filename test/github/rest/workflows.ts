// An app may change workflow files only with the `workflows` permission.
import { apiError } from './api-error.ts';
import type { Request } from './route.ts';
import { allows } from './tokens.ts';

export function guardWorkflows(request: Request, paths: string[]): void {
  const { caller } = request;
  if (caller.kind !== 'token' || !caller.token.installation || allows(caller.token.permissions, 'workflows', 'write'))
    return;
  const file = paths.find(path => path.startsWith('.github/workflows/'));
  if (file === undefined) return;
  throw apiError(
    403,
    `refusing to allow a GitHub App to create or update workflow \`${file}\` without \`workflows\` permission`,
  );
}
