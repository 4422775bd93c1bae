// Questions about the past that several brakes ask: the iterations, the last one, and what came after a person's last word.
import type { Entry, Iteration, Past, Word, WordName } from '../record.ts';

export function iterations(past: Past): Iteration[] {
  return past.filter(entry => entry.kind === 'iteration');
}

export function last(past: Past): Iteration | undefined {
  return iterations(past).at(-1);
}

/**
 * Entries after the last word that steers (`/continue`, `/approve`). Whatever lies before it was answered by a person, so
 * no brake may trip on it again (rule 13 of the seeds' settlement). A plain comment asks, it does not answer.
 * Order is the record's order: a word heard during an iteration stands before that iteration.
 */
export function afterSteering(past: Past): Past {
  return past.slice(past.findLastIndex(steers) + 1);
}

/** Iterations the counting brakes count: those after the last word that steers, without those that only waited. */
export function sinceLastWord(past: Past): Iteration[] {
  return iterations(afterSteering(past)).filter(iteration => !isWait(iteration));
}

/** It met a model service that asked to wait, and did nothing else: no attempt, no failure, and never counted as one. */
export function isWait({ failure, change, commit, unpublished, cut }: Iteration): boolean {
  if (failure?.code !== 'model-limited' || cut !== undefined) return false;
  const changed = change !== undefined && change.from !== change.to;
  return !changed && commit === undefined && unpublished === undefined;
}

/** People's words after the last iteration: what the next one has to take in. */
export function wordsSinceIteration(past: Past): Word[] {
  const tail = past.slice(past.findLastIndex(entry => entry.kind === 'iteration') + 1);
  return tail.filter(entry => entry.kind === 'word');
}

/** A word of one of these names that no `/continue` answered yet. */
export function unanswered(past: Past, ...names: WordName[]): Word | undefined {
  const words = afterSteering(past).filter(entry => entry.kind === 'word');
  return words.findLast(word => names.includes(word.word));
}

/**
 * Whether an unanswered iteration was cut short by such a word that never reached the record. Where the word is in the record
 * it speaks for itself, also as answered: a `/continue` said right after it, while the iteration was still ending, counts.
 */
export function wasCut(past: Past, ...names: WordName[]): boolean {
  return sinceLastWord(past).some(({ cut, known, n }) => {
    if (cut === undefined || !names.includes(cut)) return false;
    const end = past.findIndex(entry => entry.kind === 'iteration' && entry.n === n);
    return !past.slice(known, end).some(entry => entry.kind === 'word' && names.includes(entry.word));
  });
}

/**
 * Tells one exit of a run from the next, and stays the same however often the turn that says it is repeated: iterations
 * done and answers given so far.
 */
export function chapter(past: Past): string {
  return `${iterations(past).length}-${past.filter(steers).length}`;
}

function steers(entry: Entry): boolean {
  return entry.kind === 'word' && (entry.word === 'continue' || entry.word === 'approve');
}
