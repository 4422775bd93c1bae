// What autoiter needs before it starts: something that can be run. Where there is nothing, it says how to make it (C2).
import { renderRunSpec } from '../config/render-run-spec.ts';
import { RUN_SPEC } from '../config/run-spec.ts';
import type { Loop, Opening } from './loop.ts';

export const open: NonNullable<Loop['open']> = async opening => {
  const { run_spec, auto_approve, skip_prepare, held_out } = opening.config.autoiter;
  if (run_spec === undefined && !hasCandidate(opening)) return { obstacles: [NO_TRIGGER] };
  const limit = opening.maxIterations;
  const preset = run_spec && { ...run_spec, ...(limit && { budget: { ...run_spec.budget, max_iterations: limit } }) };
  return {
    part: {
      autoiter: {
        ...{ auto_approve, skip_prepare },
        ...(held_out !== undefined && { held_out }),
        ...(limit !== undefined && { max_iterations: limit }),
        ...(preset && { preset: renderRunSpec(RUN_SPEC.parse(preset)) }),
      },
    },
  };
};

/** Something of this repository that ends with an exit code; discovery may find better. */
function hasCandidate({ config, checks }: Opening): boolean {
  const inBlocks = Object.values(config.blocks).some(({ lint, unit, contract }) => lint ?? unit ?? contract);
  return checks.length > 0 || inBlocks || Object.keys(config.checks ?? {}).length > 0;
}

const NO_TRIGGER = {
  problem: 'The autoiter loop runs a trigger again and again, and nothing in this repository can be run as one.',
  todo:
    'Add a test or a script with an exit code to the repository, or say in `.github/ultraloop.yml` what to run: ' +
    '`autoiter: { run_spec: { trigger: { invocation: "make bench" } } }`.',
};
