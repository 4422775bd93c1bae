// `issues.labeled`: a person put the label on an open issue, which starts a run (K1).
import * as z from 'zod';
import { LOOP_NAMES, loopName } from '../config/loop-name.ts';
import { HERE, issue, label } from './fields.ts';
import { heard, ignored } from './heard.ts';
import { fromPeople, here } from './listen.ts';
import { loopLabel } from './loop-label.ts';

const LABELED = HERE.extend({
  issue: issue.extend({ pull_request: z.unknown().optional() }),
  label,
});

/** The issue's text travels with the command: what was labelled is what runs, whatever is edited later. */
export const toLabeled = fromPeople(LABELED, (event, delivery) => {
  const word = loopLabel(event.label.name);
  if (word === undefined) return ignored('not a label of the app');
  const { number, title, body, state, html_url: url, pull_request } = event.issue;
  if (pull_request !== undefined) return ignored('a label on a pull request starts nothing');
  if (state !== 'open') return ignored('the issue is closed');
  const base = { ...here(event, delivery), issue: number, url };
  const loop = loopName(word);
  if (word !== '' && loop === undefined) return heard({ ...base, kind: 'mistaken', why: unknownLoop() });
  return heard({ ...base, kind: 'start', title, body: body ?? '', ...(loop && { loop }) });
});

const unknownLoop = (): string =>
  `The label names no loop. Labels that do: ${['ultraloop', ...LOOP_NAMES.map(name => `ultraloop:${name}`)].map(name => `\`${name}\``).join(', ')}.`;
