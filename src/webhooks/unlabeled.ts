// `issues.unlabeled`: a person took the label off, which stops the run (K10).
import { HERE, issue, label } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromPeople, here } from './listen.ts';
import { loopLabel } from './loop-label.ts';

const UNLABELED = HERE.extend({ issue, label });

export const toUnlabeled = fromPeople(UNLABELED, (event, delivery) => {
  const { number, html_url: url } = event.issue;
  if (loopLabel(event.label.name) === undefined) return ignored('not a label of the app');
  return heard({ ...here(event, delivery), kind: 'unlabeled', issue: number, label: event.label.name, url });
});
