// Reads the command line of the demo: a choice, or one line about what is wrong with it.
import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios.ts';

export interface Choice {
  help: boolean;
  once: boolean;
  json: boolean;
  keep: boolean;
  port: number;
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

const LATER = ['autonomous', 'ralph', 'autoiter'];

export function readArguments(argv: string[]): Choice | { problem: string } {
  const parsed = parse(argv);
  if ('problem' in parsed) return parsed;
  const { values } = parsed;
  const problem = problemOf(values);
  if (problem) return { problem };
  const { repo, issue = '', agent = '', check } = values;
  return {
    help: values.help === true,
    once: values.once === true || values.json === true,
    json: values.json === true,
    keep: values.keep === true,
    port: Number(values.port ?? 0),
    scenario: values.scenario ?? 'complete',
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

function problemOf(values: Values): string | undefined {
  const { scenario, loop, port } = values;
  if (scenario !== undefined && !SCENARIOS.has(scenario))
    return `There is no scenario '${scenario}'. There are: ${[...SCENARIOS.keys()].join(', ')}`;
  if (loop !== undefined && loop !== 'ultraloop')
    return LATER.includes(loop)
      ? `The loop '${loop}' is not built yet. Now there is: ultraloop`
      : `There is no loop '${loop}'. Now there is ultraloop; ${LATER.join(', ')} come later`;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    return `'${port}' is no port: a number up to 65535 is needed`;
  return localProblem(values);
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
