// The nested parts of the configuration file; `schema.ts` puts them together.
import * as z from 'zod';
import { command, globs, MAX_ENTRIES, name, path, reviewer, team, user } from './fields.ts';
import { MAX_BYTES, MAX_FILES } from './protected.ts';

const few = (things: object): boolean => Object.keys(things).length <= MAX_ENTRIES;
const TOO_MANY = `at most ${MAX_ENTRIES} entries`;

const target = z.union([
  path.describe('Path of the instruction file.'),
  z.strictObject({
    path: path.describe('Path of the instruction file.'),
    state: path
      .exactOptional()
      .describe(
        'JSON file the target keeps its own state in: `{"blocks": {"name": {"status", "contract_test_pass"}}}`.',
      ),
  }),
]);

export const targets = z
  .record(
    name,
    target.transform(value => (typeof value === 'string' ? { path: value } : value)),
  )
  .refine(few, TOO_MANY)
  .refine(given => !Object.hasOwn(given, 'issue'), '`issue` is taken: it always means the text of the issue')
  .describe('Named instruction files of this repository: what a run can work on besides the text of the issue.');

const block = z.strictObject({
  paths: globs.min(1, 'a block needs at least one glob').describe('Globs of the files that belong to the block.'),
  lint: command.exactOptional().describe('Lint or type check of the block; exit code 0 is a pass.'),
  unit: command.exactOptional().describe('Unit tests of the block; exit code 0 is a pass.'),
  contract: command.exactOptional().describe('Contract tests of the block; exit code 0 is a pass.'),
});

export const blocks = z
  .record(name, block)
  .refine(few, TOO_MANY)
  .refine(given => !Object.hasOwn(given, 'repository'), '`repository` is taken: it is the block of all other checks')
  .describe('Parts of the work that are checked and reported one by one.');

export const checks = z
  .union([z.record(name, command), z.array(z.never()).max(0, 'only an empty list has a meaning here')])
  .transform(value => (Array.isArray(value) ? {} : value))
  .refine(few, TOO_MANY)
  .describe(
    'Checks by name, such as `lint: npm run lint`. Left out: they are detected. An empty list `[]`: there are none, and that is accepted.',
  );

const people = z.array(user).max(15, 'at most 15 users').prefault([]).describe('GitHub logins.');
const teams = z.array(team).max(15, 'at most 15 teams').prefault([]).describe('Team names, or `@organisation/team`.');

export const reviewers = z
  .union([z.strictObject({ users: people, teams }), z.array(reviewer).max(30, 'at most 30 reviewers')])
  .transform(value => (Array.isArray(value) ? sort(value) : value))
  .describe(
    'Who is asked when a run needs a person: `users` and `teams`, or one list of `@login` and `@organisation/team`.',
  );

function sort(list: string[]): { users: string[]; teams: string[] } {
  const isTeam = (entry: string): boolean => entry.includes('/');
  return { users: list.filter(entry => !isTeam(entry)), teams: list.filter(isTeam) };
}

export const budget = z
  .strictObject({
    max_tokens: z.int().min(1000).max(1e12).exactOptional().describe('Tokens a run may use, in and out together.'),
    max_cost_usd: z.number().min(0.01).max(1e6).exactOptional().describe('Money a run may cost, in US dollars.'),
    max_wallclock_min: z
      .int()
      .min(1)
      .max(43_200)
      .exactOptional()
      .describe('Minutes a run may work in all, waiting not counted.'),
  })
  .describe('What a run may spend. A limit that is left out does not exist; minutes that are left out are 1440.');

const counter = z.int().min(1).max(100);
const minutes = z.int().min(1).max(1440);

export const limits = z
  .strictObject({
    no_progress: counter.prefault(3).describe('Iterations in a row without any change before a person is asked.'),
    failures: counter.prefault(3).describe('Iterations in a row that failed before a person is asked.'),
    check_timeout_min: minutes.prefault(30).describe('Minutes one check may take.'),
    agent_timeout_min: minutes.prefault(60).describe('Minutes one turn of the agent may take.'),
    agent_idle_min: minutes.prefault(15).describe('Minutes the agent may be silent.'),
    max_files: z.int().min(1).max(100_000).prefault(MAX_FILES).describe('Files one iteration may change.'),
    max_bytes: z
      .int()
      .min(1)
      .max(1e9)
      .prefault(MAX_BYTES)
      .describe('Bytes the files one iteration adds or changes may hold in all.'),
  })
  .describe('When a run stops by itself and asks a person.');
