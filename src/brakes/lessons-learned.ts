// What later runs can learn (A9): what a person decided when a run was stuck, and what a person objected to while it was not.
import type { Exit, ExitCode, Past, Word } from '../record.ts';
import type { Lesson, Spec } from '../spec.ts';
import { oneLine } from './exit.ts';
import { last } from './past.ts';

export interface Learned {
  /** The word it was said with: a lesson is kept once. */
  id: string;
  lesson: Lesson;
}
type Stop = (spec: Spec, past: Past) => Exit | undefined;

/** Stops that a person's decision gets out of; budgets, outages and other people's pushes teach nothing about the work. */
const STUCK: ReadonlySet<ExitCode> = new Set([
  'JIDOKA',
  'NO_PROGRESS',
  'FREEZE_VIOLATION',
  'CONTEXT_DRIFT',
  'SPEC_DRIFT',
  'CIRCUIT_BREAKER',
  'OUTER_BREAKER',
  'ESCALATED',
]);

/** Lessons in the words from `from` on. Pure: the same record teaches the same. */
export function lessonsLearned(stop: Stop, { spec, past }: { spec: Spec; past: Past }, from: number): Learned[] {
  return past.slice(from).flatMap((word, offset) => {
    if (word.kind !== 'word') return [];
    const before = past.slice(0, from + offset);
    const when = stuckAt(stop(spec, before), word) ?? objectedAt(before, word);
    if (when === undefined) return [];
    return { id: `${spec.run}/${word.id}`, lesson: { run: spec.run, at: word.at, when, decision: decision(word) } };
  });
}

/** A bare `/continue` decides nothing that could be told. */
function stuckAt(exit: Exit | undefined, { word, text }: Word): string | undefined {
  if (exit === undefined || !STUCK.has(exit.code)) return undefined;
  const decides = word === 'abort' || word === 'finish' || word === 'approve' || text.trim() !== '';
  return decides ? [exit.why, ...exit.evidence.slice(0, 3)].join(' ') : undefined;
}

function objectedAt(before: Past, { word, text }: Word): string | undefined {
  const objects = (word === 'comment' || word === 'abort') && text.trim() !== '';
  if (!objects) return undefined;
  const latest = last(before);
  if (latest === undefined) return 'A person objected before the first iteration ended.';
  const about = latest.autonomous ? ` on “${oneLine(latest.autonomous.commit.title)}”` : '';
  return `A person objected after iteration ${latest.n}${about}.`;
}

function decision({ word, by, text }: Word): string {
  const said = word === 'comment' ? text : `/${word} ${text}`;
  return `${by}: ${said.trim()}`;
}
