// What an autonomous run is given at its start (A1, A3–A5): success criteria, commit plan, rules; or what is missing.
import type { Block, Spec } from '../spec.ts';
import { RULE_FILES } from './autonomous-section.ts';
import { type Check, checksOf } from './check.ts';
import { commitPlan } from './commit-plan.ts';
import { nearest } from './nearest.ts';
import type { Obstacle } from './readiness.ts';
import type { Config } from './schema.ts';

export interface AutonomousStart {
  config: Config;
  issue: { body: string };
  /** Found in the repository. */
  checks: readonly Check[];
  maxIterations?: number;
  read(path: string): Promise<string | undefined>;
}

/** Of a rule file: more than that no reviewer keeps in mind. */
const RULES_CAP = 20_000;

/** Reads only the default branch at the base commit and the issue as it was approved. */
export async function openAutonomous(
  start: AutonomousStart,
): Promise<{ part: Partial<Spec> } | { obstacles: Obstacle[] }> {
  const { config, issue, maxIterations } = start;
  const all = criteria(config, start.checks);
  const { success_criteria: wanted, max_iterations, visual } = config.autonomous;
  const chosen = wanted === undefined ? all : all.filter(block => wanted.includes(block.name));
  const { rules, missing } = await readRules(start);
  const obstacles = [...unknown(wanted ?? [], all), ...missing];
  if (obstacles.length > 0) return { obstacles };
  return {
    part: {
      blocks: chosen,
      limits: { ...config.limits, max_cycles: maxIterations ?? max_iterations },
      autonomous: { ...commitPlan(issue.body), rules, ...(visual !== undefined && { visual: { command: visual } }) },
    },
  };
}

/** Every check is a criterion by its own name; blocks keep theirs. */
function criteria(config: Config, detected: readonly Check[]): Block[] {
  const blocks = Object.entries(config.blocks).map(([name, block]) => ({ name, declared: true, ...block }));
  const checks = checksOf(config.checks, blocks.length > 0 ? [] : detected);
  const named = checks.map(({ name, kind, command }) => ({ name, declared: false, paths: ['**'], [kind]: command }));
  return [...blocks, ...named];
}

function unknown(wanted: readonly string[], all: readonly Block[]): Obstacle[] {
  const names = all.map(block => block.name);
  return wanted
    .filter(name => !names.includes(name))
    .map(name => {
      const guess = nearest(name, names);
      const known = names.map(one => `\`${one}\``).join(', ') || 'none';
      return {
        problem: `The success criterion \`${name}\` is no check.${guess === undefined ? '' : ` Did you mean \`${guess}\`?`}`,
        todo: `Name a check under \`autonomous.success_criteria\`, or add it under \`checks:\`. There are: ${known}.`,
      };
    });
}

async function readRules({ config, read }: AutonomousStart) {
  const paths = config.autonomous.rules;
  const optional = paths.every(path => RULE_FILES.includes(path));
  const files = await Promise.all(paths.map(async path => ({ path, text: await read(path) })));
  const rules = files.flatMap(({ path, text }) => (text ? [{ path, text: text.slice(0, RULES_CAP) }] : []));
  const missing = files
    .filter(({ text }) => !text && !optional)
    .map(({ path }) => ({
      problem: `The rule file \`${path}\` is not in the repository, or it is empty.`,
      todo: 'Add it to the default branch, or correct its path under `autonomous.rules`.',
    }));
  return { rules, missing };
}
