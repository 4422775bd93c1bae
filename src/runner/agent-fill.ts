// Fills the placeholders of an agent's configuration, in one pass: a value that looks like a placeholder is not filled again.
import type { AgentConfig } from '../agents.ts';
import type { Service } from './sandbox/models.ts';

export interface Places {
  promptFile: string;
  resultFile: string;
  cwd: string;
  home: string;
  role: string;
  model: string;
}
export type Services = Readonly<Record<string, Service>>;
export interface Filled {
  command: string[];
  env: Record<string, string>;
  files: Record<string, string>;
  options: Record<string, string>;
}

const PLACEHOLDER = /\{(promptFile|resultFile|cwd|home|role|model|(base|key):([\w-]+))\}/g;

/** A text is why it cannot be done, for the operator. Braces that are no placeholder stay as they are. */
export function fillConfig(config: AgentConfig, places: Places, services: Services): Filled | string {
  const { command, env, files, options = {} } = config;
  const lacking = new Set<string>();
  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (_, name: string, part?: 'base' | 'key', service = '') => {
      if (part === undefined) return places[name as keyof Places];
      const found = Object.hasOwn(services, service) ? services[service] : undefined;
      if (found === undefined) lacking.add(service);
      return found?.[part] ?? '';
    });
  const filled = {
    command: command.map(fill),
    env: mapValues(env, fill),
    files: mapValues(files, fill),
    options: mapValues(options, fill),
  };
  // Command lines are for everybody on the host to read.
  if (command.some(part => /\{key:[\w-]+\}/.test(part)))
    return `the agent \`${config.name}\` has a key in its command line: \`{key:…}\` belongs into \`env\` or \`files\``;
  if (lacking.size === 0) return filled;
  const names = [...lacking].map(name => `\`${name}\``).join(', ');
  return `the agent \`${config.name}\` needs the model service ${names}: set its key for the app, as \`ultraloop doctor\` says`;
}

/** Whether the agent gets a home folder of its own that outlives no turn. */
export function wantsHome({ command, env, files, options = {} }: AgentConfig): boolean {
  if (Object.keys(files).length > 0) return true;
  return [...command, ...Object.values(env), ...Object.values(options)].some(text => text.includes('{home}'));
}

function mapValues(record: Record<string, string>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]));
}
