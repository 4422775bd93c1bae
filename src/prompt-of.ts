// What an agent is told in a role, as a run would tell it: for whoever writes prompts, or wonders what an agent gets (K19).
import { ROLES } from './agents.ts';
import { parseConfig } from './config/load.ts';
import { nearest } from './config/nearest.ts';
import { DEFAULTS } from './config/schema.ts';
import { specFrom } from './config/spec-from.ts';
import { renderPrompt } from './runner/prompt.ts';
import type { Spec } from './spec.ts';
import { reviewBrief, taskBrief } from './stages/brief.ts';
import type { Brief, Role } from './tools.ts';

export interface Sample {
  /** Text of an issue, its first line the title; a made-up one where it is absent. */
  issue?: string | undefined;
  /** Text of a `.github/ultraloop.yml`. */
  config?: string | undefined;
}

const ISSUE = `# Durations without a unit are read as seconds

\`parse('90')\` answers undefined. It should be 90, as \`parse('90s')\` is. What is no duration stays undefined.`;

/** The prompt of a run's first iteration. Throws an Error that says what to do. */
export async function promptOf(word: string, sample: Sample): Promise<string> {
  const role = ROLES.find(name => name === word);
  if (!role) throw new Error(unknown(word));
  const spec = sampleSpec(sample);
  const { text } = await renderPrompt({ role, brief: briefOf(role, spec) }, { resultFile: '/the/job/result.json' });
  return text;
}

/** Other roles get, besides the task, what their loop knows by then; that differs in every run. */
function briefOf(role: Role, spec: Spec): Brief[] {
  if (role !== 'reviewer') return taskBrief(spec, []);
  const at = '2026-01-01T00:00:00.000Z';
  const draft = { kind: 'iteration', n: 1, known: 0, startedAt: at, endedAt: at } as const;
  const empty = { steps: [], improvements: [], blocks: [], spend: [], notes: [] };
  return reviewBrief({ spec, past: [], draft: { ...draft, ...empty } });
}

function sampleSpec({ issue = ISSUE, config: text }: Sample): Spec {
  const { config, mistakes } = text === undefined ? { config: DEFAULTS } : parseConfig(text, '.github/ultraloop.yml');
  if (mistakes) throw new Error(mistakes.map(({ line, path, message }) => `${line}: ${path}: ${message}`).join('\n'));
  const [first = '', ...rest] = issue.trim().split('\n');
  const body = rest.join('\n').trim();
  return specFrom({
    ...{ run: 'sample', owner: 'acme', repo: 'durations', startedBy: 'maintainer', base: '0'.repeat(40), detected: [] },
    ...{ defaultBranch: 'main', branch: 'ultraloop/issue-1-sample', sandbox: 'bubblewrap', config },
    issue: { number: 1, title: first.replace(/^#+\s*/, ''), body },
    target: { name: 'issue', text: body },
  });
}

function unknown(word: string): string {
  const guess = nearest(word, ROLES);
  const known = guess === undefined ? `There are: ${ROLES.join(', ')}.` : `Did you mean ${guess}?`;
  return word === '' ? `Which role? ${known}` : `There is no role '${word}'. ${known}`;
}
