// Reads the command line of the demo: a choice, or one line about what is wrong with it.
import { parseArgs } from 'node:util';
import { LOOP_NAMES, type LoopName } from '../src/config/loop-name.ts';
import { defaultScenario, scenarioNamed, scenarioNames } from './scenarios/loops.ts';

export interface Choice {
  help: boolean;
  once: boolean;
  json: boolean;
  keep: boolean;
  port: number;
  loop: LoopName;
  scenario: string;
  local?: LocalChoice;
}
/** A run on a repository of the user's own. */
export interface LocalChoice {
  repo: string;
  issue: string;
  agent: string;
  check?: string;
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  once: { type: 'boolean' },
  json: { type: 'boolean' },
  keep: { type: 'boolean' },
  port: { type: 'string' },
  scenario: { type: 'string' },
  loop: { type: 'string' },
  repo: { type: 'string' },
  issue: { type: 'string' },
  agent: { type: 'string' },
  check: { type: 'string' },
} as const;

export function readArguments(argv: string[]): Choice | { problem: string } {
  const parsed = parse(argv);
  if ('problem' in parsed) return parsed;
  const { values } = parsed;
  const loop = LOOP_NAMES.find(name => name === (values.loop ?? 'ultraloop'));
  if (loop === undefined) return { problem: `There is no loop '${values.loop}'. There are: ${LOOP_NAMES.join(', ')}` };
  const problem = problemOf(values, loop);
  if (problem) return { problem };
  const { repo, issue = '', agent = '', check } = values;
  return {
    help: values.help === true,
    once: values.once === true || values.json === true,
    json: values.json === true,
    keep: values.keep === true,
    port: Number(values.port ?? 0),
    loop,
    scenario: values.scenario ?? defaultScenario(loop),
    ...(repo !== undefined && { local: { repo, issue, agent, ...(check !== undefined && { check }) } }),
  };
}

type Values = Partial<Record<keyof typeof OPTIONS, string | boolean>> & {
  [name in 'port' | 'scenario' | 'loop' | 'repo' | 'issue' | 'agent' | 'check']?: string;
};

function parse(argv: string[]): { values: Values } | { problem: string } {
  try {
    return { values: parseArgs({ args: argv, options: OPTIONS, allowPositionals: false }).values };
  } catch (error) {
    // The library's second sentence explains how to pass positional arguments, which there are none of.
    return { problem: (error as Error).message.split('. ')[0] ?? '' };
  }
}

function problemOf(values: Values, loop: LoopName): string | undefined {
  const { scenario, port } = values;
  if (scenario !== undefined && !scenarioNamed(loop, scenario)) return noScenario(loop, scenario);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    return `'${port}' is no port: a number up to 65535 is needed`;
  return localProblem(values);
}

function noScenario(loop: LoopName, scenario: string): string {
  const others = LOOP_NAMES.filter(name => scenarioNamed(name, scenario));
  const elsewhere = others.length === 0 ? '' : `; try ${others.map(name => `--loop ${name}`).join(' or ')}`;
  return `The loop '${loop}' has no scenario '${scenario}'. It has: ${scenarioNames(loop).join(', ')}${elsewhere}`;
}

function localProblem({ repo, issue, agent, check, scenario }: Values): string | undefined {
  if (repo === undefined) {
    const [name] = Object.entries({ issue, agent, check }).find(([, value]) => value !== undefined) ?? [];
    return name && `--${name} needs --repo PATH: without it the sample repository plays`;
  }
  if (scenario !== undefined) return '--scenario plays on the sample repository: leave out --repo or --scenario';
  if (!issue) return '--repo needs --issue FILE: a text file, its first line is the title';
  if (!agent?.trim()) return "--repo needs --agent 'COMMAND …': the coding agent that does the work";
  if (check?.trim() === '') return '--check is empty: name a command whose exit code 0 means it is done';
  return undefined;
}
