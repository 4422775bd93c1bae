// The proposed run spec as a comment a person edits and approves (C2): ranked triggers, the YAML, the seed's five questions.
import type { RankedTrigger } from '../../facts/autoiter.ts';
import { fenced } from '../fence.ts';
import { count } from '../figures.ts';
import type { Run } from '../links.ts';
import { code, marked, table, text } from '../markdown.ts';

export interface Proposal {
  /** `renderRunSpec`. */
  yaml: string;
  /** Best first; empty when the repository brought its run spec along. */
  triggers: readonly RankedTrigger[];
}

const QUESTIONS = [
  '**Which trigger?** `trigger.invocation`: one of the list, or any command of your own.',
  '**When is it done?** `success_criterion`: its type, and the threshold where a number decides.',
  '**What is the goal?** `primary_goal`: correctness, optimization or both.',
  '**What is taken back when the scalar gets worse?** `iter_rollback_policy`: `kind_aware` reverts optimization fixes, `none` nothing.',
  '**Skip the check before the first iteration?** `skip_prepare`: it looks for tools and data and runs the trigger once.',
];

export function runSpecComment(run: Run, { yaml, triggers }: Proposal): string {
  const automatic = run.spec.autoiter?.auto_approve === true;
  const parts = [
    `## ${automatic ? '▶' : '⏸'} Run spec · autoiter`,
    automatic
      ? 'Locked by itself (`auto_approve` in `ultraloop.yml`). It is not changed any more.'
      : '**Edit the YAML in this comment as you like, then say `/approve`.** What stands here then is locked and runs; until then nothing does.',
    ranking(triggers),
    fenced(yaml.trimEnd(), 'yaml'),
    QUESTIONS.map((question, index) => `${index + 1}. ${question}`).join('\n'),
    automatic ? '' : '`/approve` locks the run spec and starts, `/abort` stops. Editing by itself commands nothing.',
  ];
  return marked(parts.filter(part => part !== '').join('\n\n'), run.spec.run, 'run-spec');
}

function ranking(triggers: readonly RankedTrigger[]): string {
  if (triggers.length === 0) return 'The run spec comes from `ultraloop.yml`; nothing was searched for.';
  const rows = triggers.map(({ command, kind, score, why }) => [code(command), kind, `${score}/5`, text(why)]);
  const head = `Found ${count(triggers.length, 'trigger')}, best first:`;
  return `${head}\n\n${table([['Trigger', 'Kind', 'Score', 'Why'], ...rows])}`;
}
