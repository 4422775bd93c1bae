// Which checks judge this run and where they come from: shown once, in the first report (K14).
import { checkName } from '../brakes/check-name.ts';
import type { Spec } from '../spec.ts';
import { code, text } from './markdown.ts';
import { setupText } from './setup-text.ts';

export function detectedChecks(spec: Spec): string {
  const { blocks, checksFrom } = spec;
  const lines = blocks.flatMap(block =>
    (['lint', 'unit', 'contract'] as const).flatMap(kind => {
      const command = block[kind];
      return command === undefined ? [] : `- ${text(checkName(block, kind))}: ${code(command)}`;
    }),
  );
  const setup = setupText(spec);
  const below = setup === '' ? '' : `\n\n${setup}`;
  const change = 'Change them under `checks:` or `blocks:` in `.github/ultraloop.yml`.';
  if (lines.length === 0) return `**Checks:** none were found, so only the reviewer judges. ${change}${below}`;
  return `${[`**Checks** from ${code(checksFrom)}. ${change}`, ...lines].join('\n')}${below}`;
}
