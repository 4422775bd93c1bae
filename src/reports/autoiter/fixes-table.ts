// Every fix of the run with its commit, for the closing report.
import { iters } from '../../brakes/autoiter-past.ts';
import type { Fix } from '../../facts/autoiter.ts';
import { commitUrl, type Run } from '../links.ts';
import { link, table, text } from '../markdown.ts';

const SHOWN = 60;

export function fixesTable(run: Run): string[] {
  const fixes = iters(run.past).flatMap(({ autoiter }, index) => autoiter.fixes.map(fix => ({ iter: index + 1, fix })));
  const told = fixes.filter(({ fix }) => fix.commit !== undefined || fix.failed !== undefined);
  if (told.length === 0) return ['No fix was made.'];
  const rows = told
    .slice(0, SHOWN)
    .map(({ iter, fix }) => [
      String(iter),
      `${text(fix.id)} ${text(fix.title)}`,
      fix.kind,
      fix.commit ? link(fix.commit.slice(0, 7), commitUrl(run, fix.commit)) : '-',
      state(fix),
    ]);
  const more = told.length > SHOWN ? ['', `and ${told.length - SHOWN} more`] : [];
  return [table([['Iter', 'Fix', 'Kind', 'Commit', 'State'], ...rows]), ...more];
}

function state({ commit, failed, reverted }: Fix): string {
  if (commit === undefined) return `✘ ${text(failed ?? 'not made')}`;
  return reverted ? 'reverted' : 'kept';
}
