// `issues.transferred`: the issue went to another repository, where this run's branch is not.
import { HERE, issue } from './fields.ts';
import { heard } from './heard.ts';
import { fromAnyone, here } from './listen.ts';

export const toTransferred = fromAnyone(HERE.extend({ issue }), (event, delivery) => {
  const { number, html_url: url } = event.issue;
  return heard({ ...here(event, delivery), kind: 'transferred', issue: number, url });
});
