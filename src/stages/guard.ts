// Looks at what is about to be pushed and fails closed (SEC-24, 25, 44, 48 to 50, 55): what may not be there never reaches the branch.
import { escapingLinks } from '../brakes/escaping-links.ts';
import { sighted } from '../brakes/protected-change.ts';
import { protectedPaths } from '../brakes/protected-paths.ts';
import { tooMuch } from '../brakes/too-much.ts';
import type { GuardResult, Refused, Rule, Sighting } from '../facts/guard.ts';
import { Failure } from '../failures.ts';
import type { Change } from '../record.ts';
import { type Cycle, row } from './cycle.ts';

/** Whether the newest tree may be pushed. If not, it is kept aside and the draft says why. */
export async function guard(cycle: Cycle): Promise<boolean> {
  const { spec, from, tree, draft, tools } = cycle;
  const seen = await tools.git.inspect(from, tree, spec.base);
  const { files } = await changeOf(cycle);
  const refused = [
    ...as('protected', protectedPaths(files, spec)),
    ...as('link', escapingLinks(seen.links)),
    ...as('too-much', tooMuch({ files, bytes: seen.bytes }, spec.limits)),
    ...as('secret', seen.secrets),
  ];
  const before = draft.guard?.refused ?? [];
  draft.guard = { ...draft.guard, refused: [...before, ...refused], tests: seen.tests };
  if (refused.length > 0) await keepAside(cycle, draft.guard);
  else if (seen.tests.length > 0) question(cycle, seen.tests);
  return refused.length === 0;
}

/** The same tree kept on a side branch; what GitHub takes on none, as a changed workflow, stays on the host. */
async function keepAside(cycle: Cycle, result: GuardResult): Promise<void> {
  const { draft, tools, tree } = cycle;
  let where: string;
  try {
    result.stash = await tools.git.stash(tree, `protected-change-cycle-${draft.n}`);
    where = result.stash.host ? 'kept on the host, not pushed anywhere' : 'kept aside';
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'push-refused') throw error;
    draft.notes.push(error.detail);
    where = 'kept on the host';
  }
  cycle.tree = cycle.from;
  const count = result.refused.length === 1 ? '1 thing' : `${result.refused.length} things`;
  row(cycle, { stage: 'guard', by: 'app', result: `REFUSED: ${count} may not be pushed; ${where}`, state: 'bad' });
}

/** Shown with every iteration for as long as the branch holds it; a note once, however often the iteration pushes. */
function question(cycle: Cycle, tests: readonly Sighting[]): void {
  const { notes, steps } = cycle.draft;
  const said = tests.map(sign => `Tests: ${sighted(sign)}`).filter(note => !notes.includes(note));
  notes.push(...said);
  const count = `${tests.length} ${tests.length === 1 ? 'sign' : 'signs'} that tests were bent; look at them`;
  const known = steps.find(({ stage }) => stage === 'guard');
  if (known) known.result = count;
  else row(cycle, { stage: 'guard', by: 'app', result: count, state: 'bad' });
}

async function changeOf({ draft, from, tree, tools }: Cycle): Promise<Pick<Change, 'files'>> {
  const { change } = draft;
  return change?.from === from && change.to === tree ? change : tools.git.compare(from, tree);
}

const as = (rule: Rule, found: readonly Sighting[]): Refused[] => found.map(sighting => ({ ...sighting, rule }));
