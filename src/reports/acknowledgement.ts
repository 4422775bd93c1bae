// The answer to a person's ordinary comment: it was heard, the run waits, these words go on (K10).
import type { Word } from '../record.ts';
import type { Spec } from '../spec.ts';
import { type Links, personUrl } from './links.ts';
import { link, marked, text } from './markdown.ts';

/** @param running whether an iteration is at work, which then stops at its next safe point */
export function acknowledgement(run: { spec: Spec; links: Links }, word: Word, running: boolean): string {
  const who = link(word.by, personUrl(run, word.by));
  const own = word.url?.startsWith(`${run.links.web}/`) === true;
  const what = link('comment', own ? word.url : undefined);
  const when = running ? 'The run parks at its next safe point' : 'The run is parked';
  const lines = [
    `⏸ Heard ${who}. ${when}; the ${what} is pinned on top of the next iteration.`,
    '`/continue` goes on, `/continue your words` adds to it, `/finish` wraps up, `/abort` stops.',
  ];
  return marked(lines.map(line => line.trim()).join('\n\n'), run.spec.run, `heard-${text(word.id)}`);
}
