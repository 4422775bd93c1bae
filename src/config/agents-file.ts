// Reads presets and the operator's file of agents: either all agents of the host, or every mistake with line, column and key.
import * as z from 'zod';
import type { AgentBook, AgentDefinition } from '../agents.ts';
import { definitionOf, onPreset, problemsOf } from './agent-definition.ts';
import { AGENTS_FILE, type AgentsFile, ENTRY, type Entry, PRESET, type Preset } from './agents-schema.ts';
import { nearest } from './nearest.ts';
import { type Read, readYaml } from './read-yaml.ts';

export type Presets = Readonly<Record<string, Preset>>;

/** Pure, and never throws. */
export function parsePreset(text: string, file: string): Read<Preset> {
  const whole = PRESET.superRefine((fields, context) => {
    for (const problem of problemsOf(fields)) context.addIssue({ code: 'custom', ...problem });
  });
  return readYaml(text, file, whole);
}

/** Pure, and never throws: `text` is whatever the operator's file holds. */
export function parseAgents(text: string, file: string, presets: Presets): Read<AgentBook> {
  const read = readYaml(text, file, checked(presets));
  return read.mistakes ? { mistakes: read.mistakes } : { value: bookOf(read.value, presets) };
}

/** One agent for everybody. */
export function bookOfOne(agent: AgentDefinition): AgentBook {
  return { agents: { [agent.name]: agent }, usual: agent.name, roles: {}, prices: {} };
}

function bookOf({ agents, usual, roles, prices }: AgentsFile, presets: Presets): AgentBook {
  const names = Object.keys(agents);
  const definitions = Object.entries(agents).map(([name, entry]) => [name, definitionOf(name, whole(entry, presets))]);
  return { agents: Object.fromEntries(definitions), usual: usual ?? names[0] ?? '', roles, prices };
}

function whole(entry: Entry, presets: Presets): Preset {
  return onPreset(presetOf(entry, presets) ?? {}, entry);
}

const presetOf = ({ preset }: Entry, presets: Presets): Preset | undefined =>
  preset !== undefined && Object.hasOwn(presets, preset) ? presets[preset] : undefined;

/** What one key says of another is looked at whatever else is wrong, so that all of it is told at once. */
function checked(presets: Presets): z.ZodType<AgentsFile> {
  return AGENTS_FILE.superRefine(
    (given, context) => {
      const file = z.object({ agents: z.record(z.string(), z.unknown()) }).safeParse(given).data ?? { agents: {} };
      const names = Object.keys(file.agents);
      const complain = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      for (const [name, entry] of Object.entries(file.agents)) {
        const { data } = ENTRY.safeParse(entry);
        if (data)
          for (const { path, message } of entryProblems(data, presets)) complain(['agents', name, ...path], message);
      }
      for (const { path, name } of namedIn(given))
        if (!names.includes(name)) complain(path, unknown('agent', name, names));
      if (names.length > 1 && given?.usual === undefined)
        complain(['agents'], `there are ${names.length} agents: \`usual: NAME\` must say whose every other role is`);
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

function entryProblems(entry: Entry, presets: Presets) {
  const { preset } = entry;
  if (preset !== undefined && !presetOf(entry, presets))
    return [{ path: ['preset'], message: unknown('preset', preset, Object.keys(presets)) }];
  return problemsOf(whole(entry, presets));
}

function namedIn({ usual, roles }: Partial<AgentsFile>): { path: string[]; name: string }[] {
  const ofRoles = Object.entries(typeof roles === 'object' && roles !== null ? roles : {});
  return [
    ...(typeof usual === 'string' ? [{ path: ['usual'], name: usual }] : []),
    ...ofRoles.flatMap(([role, name]) => (typeof name === 'string' ? [{ path: ['roles', role], name }] : [])),
  ];
}

export function unknown(what: 'agent' | 'preset', name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  if (guess !== undefined) return `there is no ${what} \`${name}\`; did you mean \`${guess}\`?`;
  return `there is no ${what} \`${name}\`; there are: ${known.map(each => `\`${each}\``).join(', ')}`;
}
