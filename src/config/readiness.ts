// Whether a run may start (U2): everything that is missing is named at once, with what to do first.
import { type HostAgents, hinderedAgents, unknownAgents } from './agents-ready.ts';
import type { Check } from './check.ts';
import { chooseTarget } from './choose-target.ts';
import { nearest } from './nearest.ts';
import type { Config } from './schema.ts';
import { undecided } from './undecided.ts';

export interface Situation {
  config: Config;
  /** The target named by the person who starts it. */
  target?: string;
  issue: { title: string; body: string };
  /** Bytes of a file at the commit the run starts from; undefined when it is not there. */
  size(path: string): number | undefined;
  /** Files a frozen glob matches at that commit. */
  frozenCount(glob: string): number;
  /** The checks the run would use. */
  checks: readonly Check[];
  /** Absent = nobody asks. */
  host?: HostAgents | undefined;
  /** What the loop asks itself, in its own words. */
  askedElsewhere?: readonly Asked[];
}
export type Asked = 'target' | 'checks';

export interface Obstacle {
  problem: string;
  todo: string;
}

/** Empty = ready. Pure. Names of files and words of the issue are outside text in code spans: escape them for Markdown. */
export function readiness(situation: Situation): Obstacle[] {
  const { askedElsewhere = [] } = situation;
  const rules = [
    ...(askedElsewhere.includes('target') ? [] : [targetMissing]),
    ...[prerequisitesMissing, nothingFrozen, questionsOpen, agentsMissing],
    ...(askedElsewhere.includes('checks') ? [] : [nothingToCheck]),
  ];
  return rules.flatMap(rule => rule(situation));
}

function targetMissing({ config, target, issue, size }: Situation): Obstacle[] {
  const choice = chooseTarget(config, target);
  if (!choice) return [unknownTarget(target ?? config.target ?? '', Object.keys(config.targets))];
  if (choice.path === undefined) return isBlank(issue.body) ? [NO_TEXT] : [];
  if ((size(choice.path) ?? 0) > 0) return [];
  const state = size(choice.path) === undefined ? 'is not in the repository' : 'is empty';
  return [
    {
      problem: `The file of the target \`${choice.name}\`, \`${choice.path}\`, ${state}.`,
      todo: 'Add it to the default branch, or correct its path under `targets:`.',
    },
  ];
}

const NO_TEXT: Obstacle = {
  problem: 'The issue has no text, and its text is what the run would work on.',
  todo: 'Describe in the issue what is to be done and when it is done, or name a target: `/ultraloop <target>`.',
};

function unknownTarget(name: string, known: string[]): Obstacle {
  const guess = nearest(name, known);
  const list = known.map(entry => `\`${entry}\``).join(', ');
  return {
    problem: `There is no target \`${name}\`.${guess === undefined ? '' : ` Did you mean \`${guess}\`?`}`,
    todo:
      known.length > 0
        ? `Name one of ${list}, or \`issue\` for its text.`
        : 'Declare it under `targets:` in `ultraloop.yml`.',
  };
}

/** An issue template leaves comments behind that nobody filled in. */
const isBlank = (body: string): boolean => body.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';

function prerequisitesMissing({ config, size }: Situation): Obstacle[] {
  const missing = config.prerequisites.filter(path => size(path) === undefined);
  return missing.map(path => ({
    problem: `The prerequisite \`${path}\` is not in the repository.`,
    todo: 'Finish the work that makes it, or take it out of `prerequisites:`.',
  }));
}

function nothingFrozen({ config, frozenCount }: Situation): Obstacle[] {
  const empty = config.frozen.filter(glob => frozenCount(glob) === 0);
  return empty.map(glob => ({
    problem: `The frozen path \`${glob}\` matches no file, so it would protect nothing.`,
    todo: 'Finish the design it stands for, or correct the glob under `frozen:`.',
  }));
}

function questionsOpen({ issue }: Situation): Obstacle[] {
  return undecided(issue.body).map(question => ({
    problem: `A design question is undecided: ${question}`,
    todo: 'Write the decision down and tick its box in the issue, then start again.',
  }));
}

function agentsMissing({ config, host }: Situation): Obstacle[] {
  return host ? [...unknownAgents(config, host), ...hinderedAgents(config, host)] : [];
}

function nothingToCheck({ config, checks }: Situation): Obstacle[] {
  const inBlocks = Object.values(config.blocks).some(({ lint, unit, contract }) => lint ?? unit ?? contract);
  if (checks.length > 0 || inBlocks || config.checks) return [];
  return [
    {
      problem: 'No check was found: nothing would say whether the work is right.',
      todo: 'Add `checks:` to `.github/ultraloop.yml`, such as `test: make test`; `checks: []` accepts that there are none.',
    },
  ];
}
