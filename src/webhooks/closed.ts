// `issues.closed`, `issues.deleted`, `pull_request.closed`: a person ended it, so the run stops (K10).
import { HERE, issue } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromPeople, here, type Listener } from './listen.ts';
import { PULL, pullPlace } from './pull-place.ts';

const ISSUE = HERE.extend({ issue });

const issueEnded = (how: 'closed' | 'deleted'): Listener =>
  fromPeople(ISSUE, (event, delivery) => {
    const { number, html_url: url } = event.issue;
    return heard({ ...here(event, delivery), kind: 'closed', how, issue: number, url });
  });

export const toClosed = {
  issue: issueEnded('closed'),
  deleted: issueEnded('deleted'),
  pull: fromPeople(PULL, (event, delivery) => {
    const place = pullPlace(event);
    if (typeof place === 'string') return ignored(place);
    const how = event.pull_request.merged ? 'merged' : 'closed';
    return heard({ ...here(event, delivery), ...place, kind: 'closed', how });
  }),
};
