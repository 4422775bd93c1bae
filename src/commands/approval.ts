// What `/approve` approves: a drift of the ralph loop (R5), or the run spec of autoiter as its comment stands now (C2). A person may
// have edited the YAML; what is read and valid at this moment is put into the word, and the word is what is locked.
import { findRunSpec } from '../config/find-run-spec.ts';
import { parseRunSpec } from '../config/run-spec.ts';
import type { Entry, ExitCode } from '../record.ts';
import type { Refusal } from '../reports/refusal.ts';
import type { Run } from '../store/run-row.ts';
import type { CommandDeps } from './deps.ts';

type Approval = { text: string } | { refused: Refusal };

/** Longer than any record. */
const ALL = 100_000;
const DRIFTS: ReadonlySet<ExitCode | undefined> = new Set(['CONTEXT_DRIFT', 'SPEC_DRIFT']);
const NOTHING: Approval = { refused: { kind: 'nothing-to-approve' } };

/** @param id of the word: a command that is handled again says again what it said */
export async function approval(deps: CommandDeps, run: Run, id: string): Promise<Approval> {
  if (run.loop === 'autoiter') return runSpec(deps, run, id);
  return run.state === 'needs-human' && DRIFTS.has(run.exit?.code) ? { text: '' } : NOTHING;
}

async function runSpec({ store, posted }: CommandDeps, run: Run, id: string): Promise<Approval> {
  const known: Entry[] = [...(await store.record.past(run.id, ALL)), ...(await store.record.unheard(run.id))];
  const said = known.find(entry => entry.kind === 'word' && entry.id === id);
  if (said?.kind === 'word') return { text: said.text };
  if (run.endedAt !== undefined || !waits(run, known)) return NOTHING;
  const place = { owner: run.owner, repo: run.repo, installation: run.installation };
  const comment = await posted({ ...place, number: run.places.pull ?? run.issue }, `ultraloop:${run.id}:run-spec`);
  const yaml = comment && findRunSpec(comment.body);
  if (!comment || yaml === undefined) return { refused: { kind: 'no-run-spec' } };
  const { mistakes } = parseRunSpec(yaml);
  if (!mistakes) return { text: yaml };
  const list = mistakes.map(({ line, path, message }) => ({ line, key: path, problem: message }));
  return { refused: { kind: 'run-spec-mistakes', mistakes: list, url: comment.url } };
}

/** Whatever parked the run: a spec is proposed and none is locked, also not by a word it has not heard yet. Write-once. */
function waits(run: Run, known: readonly Entry[]): boolean {
  const proposed = known.some(entry => entry.kind === 'iteration' && entry.autoiter?.proposal !== undefined);
  const locked = known.some(entry => entry.kind === 'word' && entry.word === 'approve');
  return proposed && !locked && run.spec?.autoiter?.auto_approve !== true;
}
