// Which checks judge this run and where they come from: shown once, in the first report (K14).
import { checkName } from '../brakes/check-name.ts';
import type { Spec } from '../spec.ts';
import { code, text } from './markdown.ts';

export function detectedChecks({ blocks, checksFrom }: Spec): string {
  const lines = blocks.flatMap(block =>
    (['lint', 'unit', 'contract'] as const).flatMap(kind => {
      const command = block[kind];
      return command === undefined ? [] : `- ${text(checkName(block, kind))}: ${code(command)}`;
    }),
  );
  const change = 'Change them under `checks:` or `blocks:` in `.github/ultraloop.yml`.';
  if (lines.length === 0) return `**Checks:** none were found, so only the reviewer judges. ${change}`;
  return [`**Checks** from ${code(checksFrom)}. ${change}`, ...lines].join('\n');
}
