// Which checks judge this run and where they come from: shown once, in the first report (K14).
import { checkName } from '../brakes/check-name.ts';
import type { Spec } from '../spec.ts';
import { code, text } from './markdown.ts';

export function detectedChecks(spec: Spec): string {
  const { blocks, checksFrom } = spec;
  const lines = blocks.flatMap(block =>
    (['lint', 'unit', 'contract'] as const).flatMap(kind => {
      const command = block[kind];
      return command === undefined ? [] : `- ${text(checkName(block, kind))}: ${code(command)}`;
    }),
  );
  const setup = setupLines(spec);
  const change = 'Change them under `checks:` or `blocks:` in `.github/ultraloop.yml`.';
  if (lines.length === 0) return `**Checks:** none were found, so only the reviewer judges. ${change}${setup}`;
  return `${[`**Checks** from ${code(checksFrom)}. ${change}`, ...lines].join('\n')}${setup}`;
}

/** What is installed before, or why it is not. */
function setupLines({ setup = [], setupFrom = '', setupHint }: Spec): string {
  const change = 'Change it under `setup:` in `.github/ultraloop.yml`.';
  if (setupHint !== undefined) return `\n\n**Setup:** none. ${text(setupHint)} ${change}`;
  if (setup.length === 0) return '';
  const lines = setup.map(({ command, hosts }) => {
    const where = hosts.length === 0 ? 'without network' : `may reach ${hosts.map(host => code(host)).join(', ')}`;
    return `- ${code(command)}, ${where}`;
  });
  return ['', '', `**Setup** from ${code(setupFrom)}. ${change}`, ...lines].join('\n');
}
