// The commit plan an issue brings along (A3) and what it must satisfy (A5): checklists, acceptance lists, Gherkin scenarios.
import type { PlannedCommit } from '../facts/autonomous.ts';
import { type Block, flow } from './flow.ts';

type List = Extract<Block, { type: 'list' }>;
type ListItem = List['children'][number];

/** Headings of the three kinds of section; anything else is prose. */
const PLAN = /^(?:commits?|commit plan|plan|steps?|tasks?|to.?dos?|checklist)\b/i;
const ACCEPTANCE = /^(?:acceptance|qa|definition of done|done when|scenarios?|gherkin|criteria|contract)\b/i;
const DECISIONS = /^(?:(?:design|pending|open|undecided) )?(?:decisions?|questions?)\b|^undecided\b/i;
const BOX = /^\[([ xX])\][ \t]+/;
const MOST = 50;
const LONGEST = 500;

export interface IssuePlan {
  /** Unticked boxes in order: what is ticked is done. Empty = the issue has no checklist. */
  commits: PlannedCommit[];
  /** Acceptance list and scenarios of the whole issue. */
  acceptance: string[];
}

export function commitPlan(body: string): IssuePlan {
  const plan: IssuePlan = { commits: [], acceptance: [] };
  let section = '';
  for (const node of flow(body)) {
    if (node.type === 'heading') section = source(node, body).replace(/^#+\s*|[*_]/g, '');
    else if (node.type === 'code') plan.acceptance.push(...scenarios(node.lang, node.value));
    else if (node.type === 'list') readList(plan, node, { section, body });
  }
  return { commits: plan.commits.slice(0, MOST), acceptance: plan.acceptance.slice(0, MOST) };
}

function readList(plan: IssuePlan, list: List, { section, body }: { section: string; body: string }): void {
  if (DECISIONS.test(section)) return;
  if (ACCEPTANCE.test(section)) plan.acceptance.push(...list.children.map(item => title(item, body)).filter(Boolean));
  else if (PLAN.test(section) || list.children.some(item => box(item, body) !== undefined))
    plan.commits.push(...list.children.flatMap(item => commit(item, { body, planned: PLAN.test(section) })));
}

/** Under a heading such as "Commit plan" every item counts; elsewhere only those with a box. */
function commit(item: ListItem, { body, planned }: { body: string; planned: boolean }): PlannedCommit[] {
  const ticked = box(item, body);
  if (ticked === true || (ticked === undefined && !planned)) return [];
  const name = title(item, body);
  return name === '' ? [] : [{ title: name, contract: contract(item, body) }];
}

/** What is nested below an item: its own acceptance list and scenarios. */
function contract(item: ListItem, body: string): string[] {
  return item.children
    .flatMap(node => {
      if (node.type === 'list') return node.children.map(inner => title(inner, body));
      return node.type === 'code' ? scenarios(node.lang, node.value) : [];
    })
    .filter(line => line !== '')
    .slice(0, MOST);
}

/** `Scenario: …` with its steps, one text each; other code is no contract. */
function scenarios(lang: string | null | undefined, code: string): string[] {
  if (!/^(?:gherkin|feature|cucumber)$/i.test(lang ?? '') && !/^\s*(?:Feature|Scenario(?: Outline)?):/m.test(code))
    return [];
  const parts = code.split(/^(?=[ \t]*Scenario(?: Outline| Template)?:)/m);
  const found = parts.filter(part => /^\s*Scenario/.test(part)).map(part => part.replace(/\s+/g, ' ').trim());
  return found.map(part => part.slice(0, LONGEST * 2));
}

function box(item: ListItem, body: string): boolean | undefined {
  const mark = BOX.exec(firstLine(item, body))?.[1];
  return mark === undefined ? undefined : mark !== ' ';
}

function title(item: ListItem, body: string): string {
  return firstLine(item, body).replace(BOX, '').replace(/\s+/g, ' ').trim().slice(0, LONGEST);
}

/** The item's own paragraph as it was written. */
function firstLine({ children: [first] }: ListItem, body: string): string {
  return first?.type === 'paragraph' ? source(first, body) : '';
}

function source({ position }: Pick<Block, 'position'>, body: string): string {
  return body.slice(position?.start.offset, position?.end.offset);
}
