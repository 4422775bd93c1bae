// The spec of a run: configuration, issue and freeze put together once, at its start, and never edited afterwards.
import type { Freeze } from '../record.ts';
import type { Block, Spec, Target } from '../spec.ts';
import { type Check, type CheckKind, checksOf } from './check.ts';
import type { LoopName } from './loop-name.ts';
import type { Config } from './schema.ts';

export interface Start {
  run: string;
  owner: string;
  repo: string;
  issue: { number: number; title: string; body: string };
  startedBy: string;
  base: string;
  defaultBranch: string;
  branch: string;
  config: Config;
  target: Target;
  /** What `detectChecks` found; used where the configuration declares neither checks nor blocks. */
  detected: readonly Check[];
  /** Where links among agents' files lead: protected as these are. */
  linked?: readonly string[];
  freeze?: Freeze;
  /** From `--max-iterations`; the configuration's otherwise. */
  maxIterations?: number;
  sandbox: string;
  /** The loop a person named; the configuration's otherwise. */
  loop?: LoopName;
  /** What the loop itself found (`Loop.open`). */
  part?: Partial<Spec>;
}

export function specFrom(start: Start): Spec {
  const { run, owner, repo, startedBy, base, defaultBranch, branch, config, target, issue, sandbox, freeze } = start;
  const checks = usedChecks(start);
  const fromConfig = config.checks || Object.keys(config.blocks).length > 0;
  return {
    ...{
      run,
      loop: start.loop ?? config.loop,
      owner,
      repo,
      issue: issue.number,
      title: issue.title,
      body: issue.body,
      startedBy,
    },
    ...{ base, defaultBranch, branch, target, sandbox, ...(freeze && { freeze }) },
    ...guardedPaths(config, start.linked ?? []),
    ...chosenAgents(config),
    blocks: [...declaredBlocks(config), ...repositoryBlock(config, checks)],
    limits: { max_cycles: start.maxIterations ?? config.max_cycles, ...config.limits },
    budget: config.budget,
    auto_continue_minutes: config.auto_continue_minutes,
    ...start.part,
    reviewers: { users: config.reviewers.users, teams: config.reviewers.teams.map(team => ownTeam(team, owner)) },
    checksFrom: fromConfig ? 'ultraloop.yml' : [...new Set(checks.map(({ from }) => from))].join(', '),
  };
}

/** Blocks say what is to be checked; detected commands would only repeat or contradict them. */
function usedChecks({ config, detected }: Start): Check[] {
  return checksOf(config.checks, Object.keys(config.blocks).length > 0 ? [] : detected);
}

function guardedPaths(config: Config, linked: readonly string[]): Pick<Spec, 'guarded'> {
  const { allow_protected: allowed } = config;
  const more = [...config.protected, ...linked.map(literal)];
  return more.length + allowed.length > 0 ? { guarded: { protected: more, allowed } } : {};
}

/** A path as a glob that matches it alone. */
const literal = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');

function chosenAgents({ agent, roles }: Config): Pick<Spec, 'agents'> {
  const chose = agent !== undefined || Object.keys(roles).length > 0;
  return chose ? { agents: { ...(agent !== undefined && { agent }), roles } } : {};
}

const declaredBlocks = ({ blocks }: Config): Block[] =>
  Object.entries(blocks).map(([name, block]) => ({ name, declared: true, ...block }));

/** All other checks as one block (U8); declared only where it stands beside declared blocks. */
function repositoryBlock(config: Config, checks: readonly Check[]): Block[] {
  if (checks.length === 0) return [];
  const commands = (['lint', 'unit', 'contract'] as const).flatMap(kind => {
    const command = joined(checks, kind);
    return command === undefined ? [] : [[kind, command] as const];
  });
  const declared = Object.keys(config.blocks).length > 0;
  return [{ name: 'repository', declared, paths: ['**'], ...Object.fromEntries(commands) }];
}

/** All checks of a kind as one command; undefined when there is none. */
export function joined(checks: readonly Check[], kind: CheckKind): string | undefined {
  const commands = checks.filter(check => check.kind === kind).map(({ command }) => command.trim());
  return commands.length > 1 ? commands.map(enclosed).join(' && ') : commands[0];
}

/** In a subshell of its own where it could swallow or change what follows: `npm test # all`, `cd web; …`, several lines. */
const enclosed = (command: string): string =>
  /^[\w ./:@=,+-]+$/.test(command) && !/^cd\b/.test(command) ? command : `( ${command}\n)`;

/** GitHub asks for a team by its name within the owner; another organisation's stays written out, so that it is seen and dropped. */
function ownTeam(team: string, owner: string): string {
  const [organisation, name] = team.split('/');
  return name !== undefined && organisation?.toLowerCase() === owner.toLowerCase() ? name : team;
}
