// Stage 0: discovery looks for what can be run and what to aim for, and proposes a run spec (C2). A run spec the repository brings
// along is the proposal; nothing is locked here.
import { renderRunSpec } from '../../config/render-run-spec.ts';
import { parseRunSpec, RUN_SPEC } from '../../config/run-spec.ts';
import { Failure } from '../../failures.ts';
import { count } from '../../reports/figures.ts';
import type { Brief } from '../../tools.ts';
import { type DiscoverAnswer, discoverAnswer } from '../autoiter-answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { ask } from './ask.ts';
import { aboutTask, head } from './briefs.ts';
import { factsOf, newFacts } from './iter.ts';

export const discover: Stage = { name: 'discover', run };

async function run(cycle: Cycle): Promise<void> {
  cycle.draft.autoiter = newFacts('discovery');
  const preset = cycle.spec.autoiter?.preset;
  if (preset !== undefined) return propose(cycle, withTask(cycle, preset), 'ultraloop.yml');
  const brief = [
    head(0, 'discover', 'Find what can be run to see whether the task is done. Rank it.'),
    ...aboutTask(cycle),
    ...checks(cycle),
  ];
  const answer = await ask(cycle, {
    stage: 'discover',
    role: 'discoverer',
    tier: 'fast',
    brief,
    schema: discoverAnswer,
  });
  const ranked = [...answer.triggers].sort((a, b) => b.score - a.score);
  if (ranked[0] === undefined)
    throw new Failure('impossible', 'discovery found nothing that could be run as a trigger');
  factsOf(cycle).candidates = ranked.map(({ command, kind, score, why }) => ({ command, kind, score, why }));
  propose(cycle, toYaml(cycle, { ...answer, triggers: ranked }), 'discoverer');
}

function propose(cycle: Cycle, proposal: string, by: string): void {
  factsOf(cycle).proposal = proposal;
  const { candidates = [] } = factsOf(cycle);
  const result =
    candidates.length > 0
      ? `${count(candidates.length, 'trigger')} ranked, a run spec proposed`
      : 'a run spec proposed';
  row(cycle, { stage: 'discover', by, result, state: 'ok' });
}

/** Where discovery's numbers do not fit each other the plain goal stands: a person reads it before anything runs. */
function toYaml(cycle: Cycle, { triggers: [best], success_criterion, primary_goal }: DiscoverAnswer): string {
  const trigger = {
    ...{ kind: best?.kind, invocation: best?.command },
    ...(best?.expected_output && { expected_output: best.expected_output }),
    ...(best?.scalar_extraction && { scalar_extraction: best.scalar_extraction }),
  };
  const { spec } = cycle;
  const { max_iterations } = spec.autoiter ?? {};
  const limit = max_iterations === undefined ? {} : { budget: { max_iterations } };
  const given = {
    task: spec.body,
    primary_goal,
    trigger,
    skip_prepare: spec.autoiter?.skip_prepare ?? false,
    ...limit,
  };
  const { threshold, lower_is_better, type } = success_criterion;
  const criterion = {
    type,
    ...(threshold !== undefined && { threshold }),
    ...(lower_is_better !== undefined && { lower_is_better }),
  };
  const { scalar_extraction: _, ...bare } = trigger;
  const best_fit = [{ ...given, success_criterion: criterion }, given, { ...given, trigger: bare }];
  for (const candidate of best_fit) {
    const parsed = RUN_SPEC.safeParse(candidate);
    if (parsed.success) return renderRunSpec(parsed.data);
  }
  throw new Failure('no-answer', 'the trigger discovery proposed is not one that can be run');
}

function withTask(cycle: Cycle, preset: string): string {
  const { spec, mistakes } = parseRunSpec(preset);
  if (!spec) throw new Failure('bug', `the run spec of the configuration is not valid: ${mistakes[0]?.message}`);
  return renderRunSpec({ ...spec, task: cycle.spec.body });
}

function checks({ spec }: Cycle): Brief[] {
  const commands = spec.blocks.flatMap(block =>
    [block.lint, block.unit, block.contract].filter(found => found !== undefined),
  );
  if (commands.length === 0) return [];
  return [{ heading: 'Checks this repository has', text: [...new Set(commands)].join('\n'), trust: 'data' }];
}
