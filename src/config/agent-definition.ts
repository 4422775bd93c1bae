// From the keys of a preset or of an operator's entry to a whole agent, or what is missing and wrong in it.
import type { AgentDefinition } from '../agents.ts';
import type { Entry, Preset } from './agents-schema.ts';
import { nearest } from './nearest.ts';

/** A problem of one agent; `path` is below it. */
export interface Problem {
  path: string[];
  message: string;
}

/** What a preset says, with what the operator changes of it: mappings key by key, everything else as a whole. */
export function onPreset(preset: Preset, { preset: _, program, ...own }: Entry): Preset {
  const both: Preset = { ...preset, ...own };
  for (const key of ['env', 'files', 'options', 'models', 'mode', 'output'] as const)
    if (preset[key] && own[key]) Object.assign(both, { [key]: { ...preset[key], ...own[key] } });
  // Other words are another agent: what the preset knows of its version is not true of them.
  if (own.command && !own.package) delete both.package;
  return program === undefined || !both.command ? both : { ...both, ...placed(both, program) };
}

/** The operator's program in place of the first word, there and without walls. */
function placed({ command = [], unwalled, versionCommand }: Preset, program: string): Partial<Preset> {
  const at = <T>(words: readonly T[]): [string, ...T[]] => [program, ...words.slice(1)];
  return {
    command: at(command),
    ...(versionCommand && { versionCommand: at(versionCommand) }),
    ...(unwalled && { unwalled: { ...unwalled, ...(unwalled.command && { command: at(unwalled.command) }) } }),
  };
}

/** Pure. Empty = it can be used. */
export function problemsOf(fields: Preset): Problem[] {
  const missing = (['drive', 'command'] as const).filter(key => fields[key] === undefined);
  return [
    ...missing.map(key => ({ path: [key], message: `\`${key}\` is missing: without a preset an agent needs it` })),
    ...nameless(fields),
    ...keyInWords(fields),
    ...placeholders(fields),
  ];
}

export function definitionOf(name: string, fields: Preset): AgentDefinition {
  const { title = name, drive = 'command', command = [], usageScope = 'turn', needsModel = false, ...rest } = fields;
  return {
    ...{ name, title, drive, command, usageScope, needsModel },
    ...{ env: {}, pass: [], services: [], endpoints: [], files: {}, models: {}, hosts: [] },
    ...rest,
  };
}

function nameless({ command, unwalled }: Preset): Problem[] {
  const places = [
    { path: ['command'], first: command?.[0] },
    { path: ['unwalled', 'command'], first: unwalled?.command?.[0] },
  ];
  const wrong = places.filter(({ first }) => first === '' || (typeof first === 'object' && first !== null));
  return wrong.map(({ path }) => ({ path, message: 'the first word must be the program' }));
}

function keyInWords({ command, unwalled }: Preset): Problem[] {
  const words = JSON.stringify([command, unwalled?.command]);
  if (!/\{key:[\w-]+\}/.test(words)) return [];
  const message = 'a command line is what everybody on the host can read: `{key:…}` belongs into `env` or `files`';
  return [{ path: ['command'], message }];
}

const PLAIN = ['promptFile', 'resultFile', 'cwd', 'home', 'role', 'model'];
const TOKEN = /\{([A-Za-z]+(?::[\w-]+)?)\}/g;

function placeholders(fields: Preset): Problem[] {
  const { command, env, files, options, unwalled, services = [] } = fields;
  const known = [...PLAIN, ...services.flatMap(service => [`base:${service}`, `key:${service}`])];
  return Object.entries({ command, env, files, options, unwalled }).flatMap(([key, value]) =>
    tokens(value)
      .filter(token => !known.includes(token))
      .map(token => ({ path: [key], message: wrong(token, known) })),
  );
}

function tokens(value: unknown): string[] {
  const text = value === undefined ? '' : JSON.stringify(value);
  return [...new Set([...text.matchAll(TOKEN)].map(([, token = '']) => token))];
}

function wrong(token: string, known: readonly string[]): string {
  const [kind, service] = token.split(':');
  if (service !== undefined && (kind === 'base' || kind === 'key'))
    return `\`{${token}}\` is for a service that is not under \`services\``;
  const guess = nearest(token, known);
  if (guess !== undefined) return `there is no placeholder \`{${token}}\`; did you mean \`{${guess}}\`?`;
  return `there is no placeholder \`{${token}}\`; known here: ${known.map(each => `\`{${each}}\``).join(', ')}`;
}
