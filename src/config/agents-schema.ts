// How an agent is written down, in `presets/` and in the operator's file: one schema for both, so that whatever a preset can say an operator can.
import * as z from 'zod';
import { ROLES, SERVICES, TIERS } from '../agents.ts';
import { host, name } from './fields.ts';

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'this is not the name of a variable');
const word = z
  .string()
  .max(8000, 'a word has at most 8,000 characters')
  .refine(noNul, 'a word cannot hold a NUL character');
const model = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:/@+-]{0,199}$/, 'a model’s name is letters, digits and `.:/@+_-`, at most 200');
const pointer = z.string().regex(/^(?:\/[^/]*)+$/, 'this must be a JSON pointer such as `/usage/input_tokens`');
const inHome = z
  .string()
  .max(300)
  .regex(/^(?![/-])[^\\\0]+$/, 'a file is named relative to the agent’s home')
  .refine(path => !path.split('/').some(part => ['', '.', '..'].includes(part)), 'a file stays in the agent’s home');
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(word);
const content = z.union([scalar, z.record(z.string(), z.json())]);
const endpoint = z
  .string()
  .regex(/^(?:anthropic|openai|gemini) [A-Z]+ \/\S+$/, 'an endpoint is `openai POST /v1/responses`');

export const words = z
  .array(z.union([word, z.strictObject({ withModel: z.array(word).min(1) })]))
  .min(1, 'the command is empty')
  .describe('Program and arguments. `{withModel: [-m, "{model}"]}` stands for arguments that vanish without a model.');
const mode = z.strictObject({ write: word.exactOptional(), read: word.exactOptional() });
const env = z.record(variable, content);
const usage = z.strictObject({
  tokensIn: pointer.exactOptional(),
  tokensOut: pointer.exactOptional(),
  costUsd: pointer.exactOptional(),
});

/** Keys of an agent; which of them must be there depends on whether it builds on a preset. */
export const FIELDS = {
  title: z.string().min(1).max(100).exactOptional(),
  drive: z.enum(['acp', 'command']).exactOptional().describe('How it is spoken to.'),
  command: words.exactOptional(),
  package: z.strictObject({ name: word, version: word }).exactOptional().describe('The npm package it was tried with.'),
  versionCommand: z.array(word).min(1).exactOptional(),
  env: env.exactOptional(),
  pass: z.array(variable).max(100).exactOptional().describe('Variables of the app it may see.'),
  services: z.array(z.enum(SERVICES)).exactOptional().describe('Model services whose keys the app keeps for it.'),
  endpoints: z.array(endpoint).exactOptional(),
  files: z.record(inHome, content).exactOptional().describe('Files put into its home.'),
  mode: mode.exactOptional().describe('Its session mode in roles that write, and in those that only look.'),
  options: z.record(z.string(), scalar).exactOptional(),
  output: z.strictObject({ text: pointer.exactOptional(), usage: usage.exactOptional() }).exactOptional(),
  usageScope: z.enum(['turn', 'session', 'last-step']).exactOptional(),
  models: z.partialRecord(z.enum(TIERS), model).exactOptional().describe('The model of each tier.'),
  needsModel: z.boolean().exactOptional(),
  hosts: z.array(host).max(100).exactOptional().describe('Hosts it needs besides its model services.'),
  unwalled: z
    .strictObject({ command: words.exactOptional(), mode: mode.exactOptional(), env: env.exactOptional() })
    .exactOptional()
    .describe('What is different without walls.'),
};

export const PRESET = z.strictObject(FIELDS);
export type Preset = z.output<typeof PRESET>;

/** An agent of the operator's file: a preset with changes, or a whole one. */
export const ENTRY = z.strictObject({
  preset: name.exactOptional().describe('The preset it builds on; keys given here take the place of its own.'),
  program: word.min(1).exactOptional().describe('Takes the place of the command’s first word, such as the full path.'),
  ...FIELDS,
});
export type Entry = z.output<typeof ENTRY>;

const price = z.number().min(0).max(1e6);

export const AGENTS_FILE = z.strictObject({
  agents: z.record(name, ENTRY).refine(all => Object.keys(all).length > 0, 'there must be at least one agent'),
  usual: name.exactOptional().describe('The agent of every role that no other word gives to another.'),
  roles: z.partialRecord(z.enum(ROLES), name).prefault({}).describe('Agents of single roles.'),
  prices: z
    .record(
      z
        .string()
        .regex(/^[\w.:/@+-]{1,200}\*?$/, 'a price is for a model’s name; only at its end `*` stands for any ending'),
      z.strictObject({ in: price, out: price, cached: price.exactOptional() }),
    )
    .prefault({})
    .describe('US dollars for a million tokens, by model.'),
});
export type AgentsFile = z.output<typeof AGENTS_FILE>;

function noNul(text: string): boolean {
  return !text.includes('\0');
}
