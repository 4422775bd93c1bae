// TAP, which `node --test`, tap, bats and pgTAP print; subtests included, passing and skipped ones left out.
import { Parser } from 'tap-parser';
import { type FailingTest, some, text } from './failing-test.ts';

interface Result {
  ok: boolean;
  fullname: string;
  skip: unknown;
  todo: unknown;
  closingTestPoint: boolean;
  diag: Record<string, unknown> | null;
}

export function tap(output: string): FailingTest[] | undefined {
  if (!/^(?:TAP version 1[34]|[ \t]*not ok\b)/m.test(output)) return undefined;
  return some(results(Parser.parse(output)).filter(isFailing).map(failing));
}

/** The parser answers nested lists of events; a test point is `['assert', result]`. */
function results(events: unknown): Result[] {
  if (!Array.isArray(events)) return [];
  if (events[0] === 'assert') return [events[1] as Result];
  return events[0] === 'complete' ? [] : events.flatMap(results);
}

/** A parent that failed only because a subtest did says nothing new. */
function isFailing({ ok, skip, todo, closingTestPoint }: Result): boolean {
  return !ok && !skip && !todo && !closingTestPoint;
}

function failing({ fullname, diag }: Result): FailingTest {
  return { test: fullname, message: text(diag?.error) || text(diag?.message) || text(diag?.failureType) };
}
