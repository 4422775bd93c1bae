// From a choice to a performance, with what is shown before and after it.
import { reachedGoal } from '../src/brakes/exit.ts';
import type { Choice, LocalChoice } from './arguments.ts';
import { addCheck, agentFromHere, branchDiff, type Local, playLocal } from './local.ts';
import { type Performed, perform, type Stagehands } from './perform.ts';
import { sayAll } from './say-all.ts';
import type { Scenario } from './scenario.ts';
import { LOOPS, scenarioNamed } from './scenarios/loops.ts';
import { openSetting, type Setting } from './setting.ts';
import { harmless } from './terminal/inline.ts';
import { renderThread } from './terminal/thread.ts';

const DIFF_LINES = 300;

export interface Shown {
  performed: Performed;
  /** What did not go as announced, one line each. */
  faults: string[];
}
export interface Programme extends Stagehands {
  choice: Choice;
  /** The user's own repository, when there is one. */
  local: Local | undefined;
  width: number;
  /** The thread and what comes after it. */
  print(line: string): void;
}

export function runProgramme(programme: Programme): Promise<Shown> {
  const { choice, local } = programme;
  if (choice.local && local) return runLocal(programme, choice.local, local);
  const scenario = scenarioNamed(choice.loop, choice.scenario);
  if (!scenario) throw new Error(`the loop ${choice.loop} has no scenario ${choice.scenario}`);
  return runScenario(programme, scenario);
}

async function runScenario(programme: Programme, scenario: Scenario): Promise<Shown> {
  const { live, colours, choice } = programme;
  const { files, issue, script, words, reads = [], about, exit } = scenario;
  const title = choice.loop === 'ultraloop' ? choice.scenario : `${choice.loop}, ${choice.scenario}`;
  live.line(`${colours.bold(`ultraloop demo, ${title}`)}: ${about}. It should end ${exit}.`);
  const repository = { owner: 'acme', name: LOOPS[choice.loop].repository, files };
  const setting = await set(programme, { repository, script, reads });
  const play = scenario.play ?? (stage => sayAll(stage, words));
  const performed = await perform(setting, { loop: choice.loop, play, issue }, programme);
  printThreads(programme, setting, performed);
  const code = performed.numbers.exit;
  return { performed, faults: faultsOf(performed, code === exit ? [] : [`it ended ${code}, not ${exit}`]) };
}

async function runLocal(programme: Programme, choice: LocalChoice, local: Local): Promise<Shown> {
  const { live, colours } = programme;
  const { repository, issue } = local;
  live.line(`${colours.bold(`ultraloop on a copy of ${repository.from}`)}, branch ${repository.defaultBranch}.`);
  for (const warning of local.warnings) live.line(`${colours.yellow('Note:')} ${warning}.`);
  const setting = await set(programme, { repository, script: {}, agent: agentFromHere(choice.agent) });
  if (choice.check !== undefined) await addCheck(setting, repository.defaultBranch, choice.check);
  const performed = await perform(setting, { loop: programme.choice.loop, play: playLocal, issue }, programme);
  printThreads(programme, setting, performed);
  await printDiff(programme, setting, { performed, local });
  const { run, numbers } = performed;
  const good = run.exit !== undefined && reachedGoal(run.exit);
  return {
    performed,
    faults: faultsOf(performed, good ? [] : [`it ended ${numbers.exit}: read the last report above`]),
  };
}

async function set(programme: Programme, options: Parameters<typeof openSetting>[0]): Promise<Setting> {
  const { choice, live, colours } = programme;
  const setting = await openSetting({ ...options, port: choice.port });
  programme.after(() => setting.close(choice.keep));
  live.line(`The simulated GitHub: ${colours.cyan(`${setting.github.url}/${setting.repo}`)}`);
  if (setting.note !== undefined) live.line(`${colours.yellow('Note:')} ${setting.note}`);
  if (choice.keep) live.line(`Everything is kept in ${setting.places.dir}`);
  return setting;
}

function faultsOf({ violations, repeated }: Performed, faults: string[]): string[] {
  return [
    ...faults,
    ...violations.map(violation => `against GitHub's schemas: ${violation}`),
    ...repeated.map(step => `done again although stored: ${step}`),
  ];
}

function printThreads({ print, width, colours }: Programme, { github, repo }: Setting, { run }: Performed): void {
  const numbers = [run.issue, ...(run.places.pull === undefined ? [] : [run.places.pull])];
  for (const number of numbers) {
    print('');
    for (const line of renderThread(github.issue(repo, number), { width, colours })) print(line);
  }
}

async function printDiff(
  { print, choice, colours }: Programme,
  { github, repo }: Setting,
  { performed, local }: { performed: Performed; local: Local },
): Promise<void> {
  const branch = performed.run.spec?.branch;
  if (branch === undefined) return;
  const { gitDir } = github.repo(repo);
  const diff = await branchDiff(gitDir, local.repository.defaultBranch, branch);
  const lines = diff.split('\n').map(harmless);
  print('');
  print(colours.bold(`── ${branch}`));
  for (const line of lines.slice(0, DIFF_LINES)) print(tinted(line, colours));
  if (lines.length > DIFF_LINES) print(colours.dim(`… ${lines.length - DIFF_LINES} more lines`));
  print('');
  if (choice.keep) print(`Take it over with: git fetch ${gitDir} ${branch}`);
  else if (choice.once) print('Nothing of it is kept. With --keep you can fetch the branch.');
  else print(`While this runs, take it over with: git fetch ${gitDir} ${branch}`);
}

function tinted(line: string, colours: Programme['colours']): string {
  if (/^(\+\+\+|---|diff |index )/.test(line)) return colours.bold(line);
  if (line.startsWith('+')) return colours.green(line);
  return line.startsWith('-') ? colours.red(line) : line;
}
