// `issue_comment.created`: a person wrote on an issue or a pull request: a command (K2) or an ordinary comment (K10).
import * as z from 'zod';
import { bounded } from '../commands/bounded.ts';
import type { Command, Written } from '../commands/command.ts';
import { type Parsed, parseComment } from '../commands/parse.ts';
import { HERE, id, issue, time, url } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromPeople, here, isSelf } from './listen.ts';

const COMMENTED = HERE.extend({
  issue: issue.extend({ pull_request: z.unknown().optional() }),
  comment: z.object({
    id,
    body: z.string(),
    html_url: url,
    created_at: time,
    performed_via_github_app: z.object({ slug: z.string() }).nullish().catch(undefined),
  }),
});
type Event = z.infer<typeof COMMENTED>;

export const toCommented = fromPeople(COMMENTED, (event, delivery) => {
  const { comment, issue: thread } = event;
  const app = comment.performed_via_github_app?.slug;
  if (app !== undefined && isSelf(`${app}[bot]`, delivery)) return ignored('written by the app itself');
  const place = event.issue.pull_request ? { pull: thread.number } : { issue: thread.number };
  const base: Written = {
    ...{ ...here(event, delivery), ...place },
    ...{ at: comment.created_at, url: comment.html_url, commentId: comment.id },
  };
  return heard(toCommand(event, base));
});

function toCommand(event: Event, base: Written): Command {
  const parsed = parseComment(event.comment.body);
  if (!parsed) return ordinary(event, base);
  if (parsed.kind !== 'start') return { ...base, ...parsed };
  return start(event, base, parsed);
}

const ordinary = ({ comment }: Event, base: Written): Command => ({
  ...base,
  kind: 'comment',
  text: bounded(comment.body),
});

/** A run starts on an open issue. Elsewhere `/ultraloop` is answered, and phrases such as "keep going" are just words. */
function start(event: Event, base: Written, parsed: Extract<Parsed, { kind: 'start' }>): Command {
  const { number, title, body, state } = event.issue;
  if (base.issue !== undefined && state === 'open')
    return { ...base, ...parsed, issue: number, title, body: body ?? '' };
  if (!/\/ultraloop/i.test(event.comment.body)) return ordinary(event, base);
  const why =
    base.issue === undefined
      ? 'A run starts on an issue, not on a pull request.'
      : 'The issue is closed: reopen it first.';
  return { ...base, kind: 'mistaken', why };
}
