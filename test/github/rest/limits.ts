// The rate limit and the calls that were made.
import type { Permissions } from '../state/model.ts';

export interface Call {
  method: string;
  path: string;
  operationId: string;
  status: number;
  at: string;
  tokenPermissions: Permissions | null;
}

export interface Counters {
  rest: Record<string, number>;
  graphql: Record<string, number>;
  contentCreating: number; // what GitHub's secondary limit on content counts: issues, comments, pulls, reviews, reactions not included
  calls: Call[];
  reset(): void;
}

export interface Rate {
  limit: number;
  used: number;
  remaining: number;
  reset: number;
}

const CONTENT = new Set([
  'issues/create',
  'issues/create-comment',
  'pulls/create',
  'pulls/create-review',
  'pulls/create-review-comment',
  'pulls/create-reply-for-review-comment',
  'pulls/request-reviewers',
  'addComment',
]);

export function createCounters(): Counters {
  const counters: Counters = {
    rest: {},
    graphql: {},
    contentCreating: 0,
    calls: [],
    reset() {
      Object.assign(counters, { rest: {}, graphql: {}, contentCreating: 0, calls: [] });
    },
  };
  return counters;
}

export function count(counters: Counters, call: Call): void {
  counters.calls.push(call);
  counters.rest[call.operationId] = (counters.rest[call.operationId] ?? 0) + 1;
  if (CONTENT.has(call.operationId)) counters.contentCreating += 1;
}

export function countGraphql(counters: Counters, field: string): void {
  counters.graphql[field] = (counters.graphql[field] ?? 0) + 1;
  if (CONTENT.has(field)) counters.contentCreating += 1;
}

// 15,000 an hour: generous, since the tests count calls themselves.
export function createRate(): { spend(): Rate; look(): Rate } {
  const limit = 15_000;
  let used = 0;
  let reset = 0;
  const look = (): Rate => {
    const time = Math.floor(Date.now() / 1000);
    if (time >= reset) [used, reset] = [0, time + 3600];
    return { limit, used, remaining: Math.max(0, limit - used), reset };
  };
  return {
    look,
    spend() {
      look();
      used += 1;
      return look();
    },
  };
}
