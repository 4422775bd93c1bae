// The answer to `/status`: the same facts as the status section, as a comment (K2).

import { pullUrl } from './links.ts';
import { link, marked } from './markdown.ts';
import { STATUS_END, STATUS_START, type StatusView, statusSection } from './status.ts';

/** Without the section's markers: a comment is not where the section is looked for. */
export function statusAnswer(view: StatusView, id: string): string {
  const body = statusSection(view).replace(STATUS_START, '').replace(STATUS_END, '').trim();
  const pull = pullUrl(view);
  const where = pull ? `\n\n${link(`Pull request ${view.links.pull}`, pull)}` : '';
  return marked(`${body}${where}`, view.spec.run, `status-${id}`);
}
