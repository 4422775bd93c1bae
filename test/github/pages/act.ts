// What the buttons and forms of the pages do. Each acts as the person the reader chose.
import type { Hub } from '../hub.ts';
import { type Person, person } from '../person.ts';
import type { Account } from '../state/model.ts';

type Act = (person: Person, form: Form) => Promise<unknown> | unknown;

interface Form {
  repo: string;
  number: number;
  id: number;
  get(name: string): string;
}

const ACTS: Record<string, Act> = {
  open(by, form) {
    const labels = form
      .get('labels')
      .split(',')
      .map(name => name.trim());
    return by.openIssue(form.repo, {
      title: form.get('title'),
      body: form.get('body'),
      labels: labels.filter(name => name !== ''),
    });
  },
  comment: (by, form) =>
    form.get('body').trim() === '' ? undefined : by.comment(form.repo, form.number, form.get('body')),
  async close(by, form) {
    if (form.get('body').trim() !== '') await by.comment(form.repo, form.number, form.get('body'));
    await by.closeIssue(form.repo, form.number);
  },
  async reopen(by, form) {
    if (form.get('body').trim() !== '') await by.comment(form.repo, form.number, form.get('body'));
    await by.reopenIssue(form.repo, form.number);
  },
  label: (by, form) =>
    form.get('name').trim() === '' ? undefined : by.label(form.repo, form.number, form.get('name').trim()),
  unlabel: (by, form) => by.unlabel(form.repo, form.number, form.get('name')),
  ready: (by, form) => by.readyForReview(form.repo, form.number),
  draft: (by, form) => by.convertToDraft(form.repo, form.number),
  merge: (by, form) => by.merge(form.repo, form.number),
  approve: (by, form) => by.review(form.repo, form.number, { event: 'APPROVE' }),
  refuse: (by, form) => by.review(form.repo, form.number, { event: 'REQUEST_CHANGES', body: 'Changes needed.' }),
  click: (by, form) => by.clickAction(form.repo, form.id, form.get('action')),
};

export async function act(hub: Hub, who: Account, fields: URLSearchParams): Promise<string> {
  const get = (name: string): string => fields.get(name) ?? '';
  const form: Form = { repo: get('repo'), number: Number(get('number')), id: Number(get('id')), get };
  const what = get('do');
  if (what === 'redeliver') hub.deliveries.redeliver(form.id);
  else await ACTS[what]?.(person(hub, { account: who, app: null }), form);
  return get('back') || `/${form.repo}`;
}
