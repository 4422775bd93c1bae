// Which agents this host has: presets of the package, the operator's file or variables. Each mistake says what to do about it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AgentBook, AgentDefinition } from './agents.ts';
import { definitionOf } from './config/agent-definition.ts';
import { bookOfOne, type Presets, parseAgents, parsePreset, unknown } from './config/agents-file.ts';
import type { HostAgents } from './config/agents-ready.ts';
import type { Mistake } from './config/mistake.ts';
import { packageRoot } from './package-root.ts';
import { commandWords } from './runner/command-line.ts';
import type { OutsidePlan } from './runner/sandbox/plan-outside.ts';
import { findProgram } from './runner/sandbox/programs.ts';

/** What the environment says of agents. */
export interface AgentWords {
  /** `ULTRALOOP_AGENT`: a preset's name or a command line; empty = none. */
  agent?: string | undefined;
  /** `ULTRALOOP_AGENTS`: the operator's file. */
  file?: string | undefined;
  /** `ULTRALOOP_AGENT_ENV`. */
  pass?: readonly string[];
  /** `ULTRALOOP_MODEL_…`: of the usual agent, where its tier has none. */
  models?: AgentDefinition['models'];
  /** Where programs are looked for. */
  path?: string | undefined;
}

/** What stands in the place of an agent where none is configured; no program is called that. */
export const NO_AGENT = 'ULTRALOOP_AGENT-is-not-set';

/** Throws an Error that lists every mistake, one a line. */
export function openAgentBook(said: AgentWords): AgentBook {
  const presets = readPresets();
  const book = said.file === undefined ? bookOfOne(single(said, presets)) : fromFile(said, presets);
  const usual = book.agents[book.usual];
  if (usual) usual.models = { ...said.models, ...usual.models };
  const silent = Object.values(book.agents).filter(({ needsModel, models }) => needsModel && !models.standard);
  if (silent.length === 0) return book;
  throw new Error(silent.map(({ name }) => needsOne(name, said)).join('\n'));
}

/** A command line as an agent, as `ULTRALOOP_AGENT` may hold one. */
export function commandBook(line: string, more: Pick<AgentWords, 'pass' | 'models'> = {}): AgentBook {
  const command = line.trim() === '' ? [NO_AGENT] : commandWords(line);
  const agent = definitionOf('command', { title: 'command line', drive: 'command', command });
  return bookOfOne({ ...agent, pass: [...(more.pass ?? [])], models: more.models ?? {} });
}

/** What a start must know of them: which there are, and which lack a key. */
export function hostAgents({ agents, usual, roles }: AgentBook, plan: OutsidePlan): HostAgents {
  const hindered = Object.values(agents).flatMap(agent => {
    const { lacking } = plan.of(agent);
    return lacking.length === 0 ? [] : [[agent.name, `${lacking.join(' and ')} is not set`]];
  });
  return { names: Object.keys(agents), usual, roles, hindered: Object.fromEntries(hindered) };
}

export function readPresets(folder = join(packageRoot(), 'presets')): Presets {
  const files = readdirSync(folder).filter(file => file.endsWith('.yml'));
  const presets = files.map(file => basename(file, '.yml')).sort();
  return Object.fromEntries(presets.map(name => [name, readPreset(join(folder, `${name}.yml`))]));
}

function readPreset(path: string): Presets[string] {
  const { value, mistakes } = parsePreset(readFileSync(path, 'utf8'), path);
  if (mistakes) throw new Error(mistakes.map(told).join('\n'));
  return value;
}

function single({ agent = '', pass = [], models, path }: AgentWords, presets: Presets): AgentDefinition {
  const line = agent.trim();
  const preset = Object.hasOwn(presets, line) ? presets[line] : undefined;
  if (preset) return withPass(definitionOf(line, preset), pass);
  if (/^[\w.-]+$/.test(line) && findProgram(line, path) === undefined)
    throw new Error(
      `ULTRALOOP_AGENT: ${plain(unknown('preset', line, Object.keys(presets)))} No program of that name is on the PATH either. ` +
        `A preset is one of ${Object.keys(presets).join(', ')}; anything else is a command line.`,
    );
  const [only] = Object.values(commandBook(line, { pass, ...(models && { models }) }).agents);
  if (!only) throw new Error('no agent');
  return only;
}

const withPass = (agent: AgentDefinition, pass: readonly string[]): AgentDefinition => ({
  ...agent,
  pass: [...agent.pass, ...pass],
});

function fromFile({ agent, file = '', pass = [] }: AgentWords, presets: Presets): AgentBook {
  const beside = [
    ...(agent
      ? ['ULTRALOOP_AGENT has no meaning beside ULTRALOOP_AGENTS: `usual:` in the file says which it is.']
      : []),
    ...(pass.length > 0
      ? ['ULTRALOOP_AGENT_ENV has no meaning beside ULTRALOOP_AGENTS: use `pass:` of an agent.']
      : []),
  ];
  const { value, mistakes = [] } = parseAgents(readWords(file), file, presets);
  if (value && beside.length === 0) return value;
  throw new Error([...beside, ...mistakes.map(told)].join('\n'));
}

function readWords(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`ULTRALOOP_AGENTS: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const told = ({ file, line, path, message }: Mistake): string =>
  `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`;

function needsOne(name: string, { file }: AgentWords): string {
  const where = file === undefined ? 'set ULTRALOOP_MODEL_STANDARD' : `${file}: \`models: {standard: …}\` of ${name}`;
  return `The agent ${name} cannot choose a model by itself: ${where}.`;
}

const plain = (words: string): string => words.replaceAll('`', '').replace(/[^?]$/, '$&.');
