// What is installed before agent and checks work, and where it may go: shown once, in the first report.
import type { Spec } from '../spec.ts';
import { code, text } from './markdown.ts';

/** Empty where there is nothing to install; with the reason where there seems to be something and it is not. */
export function setupText({ setup = [], setupFrom = '', setupHint }: Spec): string {
  const change = 'Change it under `setup:` in `.github/ultraloop.yml`.';
  if (setupHint !== undefined) return `**Setup:** none. ${text(setupHint)} ${change}`;
  if (setup.length === 0) return '';
  const lines = setup.map(({ command, hosts }) => {
    const where = hosts.length === 0 ? 'without network' : `may reach ${hosts.map(host => code(host)).join(', ')}`;
    return `- ${code(command)}, ${where}`;
  });
  return [`**Setup** from ${code(setupFrom)}. ${change}`, ...lines].join('\n');
}
