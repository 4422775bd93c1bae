// Title and first body of the draft pull request (K5).
import { clip } from './clean.ts';
import { plain } from './commit-message.ts';
import { issueUrl, type Run } from './links.ts';
import { code, link, marked, text } from './markdown.ts';

/** Plain text: GitHub renders references and mentions in titles too, so they are taken out. At most 200 characters. */
export function pullTitle({ spec }: Pick<Run, 'spec'>): string {
  return clip(plain(spec.title) || `Issue ${spec.issue}`, 200);
}

/** The only closing reference is ours: the number comes from the run, never from outside text. */
export function pullBody(run: Pick<Run, 'spec' | 'links'>, status: string): string {
  const { spec } = run;
  const { target } = spec;
  const source = target.path ? `the target ${text(target.name)} (${code(target.path)})` : 'the text of the issue';
  const parts = [
    status,
    `Closes #${spec.issue}`,
    `Work on ${link(`issue ${spec.issue}`, issueUrl(run))}, following ${source}, from ${code(spec.base.slice(0, 12))} on. Each iteration reports below; the section above is kept up to date. \`/help\` lists what you can say.`,
  ];
  return marked(parts.join('\n\n'), spec.run, 'pull');
}
