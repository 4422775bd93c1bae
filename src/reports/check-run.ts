// The check run on the head commit: a title people read in the list of checks, a summary behind it (K7).
import { cap } from './cap.ts';
import { clip } from './clean.ts';
import { type Conclusion, conclusion } from './exit-words.ts';
import { figures, headline, type StatusView, statusSection } from './status.ts';

export interface CheckRunOutput {
  /** Plain text, at most 255 characters. */
  title: string;
  /** Markdown, at most 60,000 characters. */
  summary: string;
  /** Set when the run ended or parked. */
  conclusion?: Conclusion;
}

export function checkRun(view: StatusView): CheckRunOutput {
  const [, ...rest] = statusSection(view).split('\n');
  const summary = cap(rest.slice(0, -1).join('\n'));
  const title = clip(view.next?.kind === 'exit' ? headline(view) : `${headline(view)} · ${shortFigures(view)}`, 255);
  return { title, summary, ...(view.next?.kind === 'exit' && { conclusion: conclusion(view.next.exit) }) };
}

function shortFigures(view: StatusView): string {
  return figures(view).split(' · ').slice(3, 5).join(' · ');
}
