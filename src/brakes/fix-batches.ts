// The order fixes are made in: a batch holds what depends only on the batches before it (C8).
import type { Fix } from '../facts/autoiter.ts';

type Node = Pick<Fix, 'id' | 'dependencies'>;

export interface Batches {
  /** Ids, each batch in the order the fixes came in. */
  batches: string[][];
  /** Fixes that cannot be ordered, with the reason: a cycle, or something this plan does not hold. They are not made. */
  left: { id: string; why: string }[];
}

export function fixBatches(fixes: readonly Node[]): Batches {
  const batches: string[][] = [];
  const done = new Set<string>();
  let rest = [...fixes];
  for (;;) {
    const ready = rest.filter(({ dependencies }) => dependencies.every(id => done.has(id)));
    if (ready.length === 0) break;
    batches.push(ready.map(({ id }) => id));
    for (const { id } of ready) done.add(id);
    rest = rest.filter(fix => !ready.includes(fix));
  }
  return { batches, left: rest.map(fix => ({ id: fix.id, why: reason(fix, fixes, rest) })) };
}

function reason({ id, dependencies }: Node, all: readonly Node[], rest: readonly Node[]): string {
  const unknown = dependencies.filter(needed => !all.some(fix => fix.id === needed));
  if (unknown.length > 0) return `it needs ${unknown.join(', ')}, which this plan does not hold`;
  const circle = circleFrom(id, rest);
  if (circle) return `it depends on itself: ${circle.join(' → ')}`;
  const waiting = dependencies.filter(needed => rest.some(fix => fix.id === needed));
  return `it needs ${waiting.join(', ')}, which cannot be made`;
}

/** The way from a fix back to itself, `[a, b, a]`; undefined when there is none. */
function circleFrom(start: string, rest: readonly Node[]): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift()) {
    const at = way.at(-1);
    for (const next of rest.find(({ id }) => id === at)?.dependencies ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
