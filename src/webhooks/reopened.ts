// `issues.reopened`, `pull_request.reopened`: what was stopped by closing may be wanted again.
import { HERE, issue } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromPeople, here } from './listen.ts';
import { PULL, pullPlace } from './pull-place.ts';

export const toReopened = {
  issue: fromPeople(HERE.extend({ issue }), (event, delivery) => {
    const { number, html_url: url } = event.issue;
    return heard({ ...here(event, delivery), kind: 'reopened', issue: number, url });
  }),
  pull: fromPeople(PULL, (event, delivery) => {
    const place = pullPlace(event);
    return typeof place === 'string' ? ignored(place) : heard({ ...here(event, delivery), ...place, kind: 'reopened' });
  }),
};
