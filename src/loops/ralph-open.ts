// What a ralph run needs before it starts (R3, the seed's checklist): all that is missing is named at once, with how to make it.
import { hasEntry } from '../brakes/implementation-log.ts';
import { ATTEMPTS } from '../brakes/ralph-course.ts';
import { covers } from '../config/globs.ts';
import { LAYERS } from '../config/layers.ts';
import { nearest } from '../config/nearest.ts';
import { missingCommands, ralphCommands } from '../config/ralph-commands.ts';
import type { Obstacle } from '../config/readiness.ts';
import { MAX_CYCLES } from '../config/schema.ts';
import { parseScope } from '../config/scope.ts';
import type { RalphPlan, Slice, Spec } from '../spec.ts';
import type { Opening } from './loop.ts';

const MISTAKES = 20;
/** Characters of a document kept in the spec; the prompt takes less of it. */
const DOCUMENT = 64_000;

export async function openRalph(opening: Opening): Promise<{ part: Partial<Spec> } | { obstacles: Obstacle[] }> {
  const { ralph } = opening.config;
  const scope = await readScope(opening);
  const documents = [
    await document(opening, ralph.plan_handoff, 'Write the plan at the end of planning: what is built, how, and why.'),
    await document(opening, ralph.grill_summary, 'Write down what the feature is for, and for whom.'),
  ];
  const all = 'slices' in scope ? scope.slices : [];
  const chosen: Chosen | Obstacle =
    all.length > 0 ? await choose(opening, all) : { mode: opening.config.ralph.mode, slices: [], built: [] };
  const obstacles = [
    ...('obstacles' in scope ? scope.obstacles : []),
    ...documents.flatMap(found => ('problem' in found ? found : [])),
    ...('problem' in chosen ? [chosen] : []),
    ...unknownLayers(opening, all),
    ...missingCommands(opening, opening.target === undefined ? opening.config.ralph.mode : 'implement'),
    ...frozenLog(opening),
  ];
  if ('problem' in chosen || obstacles.length > 0) return { obstacles };
  const bundle = documents.flatMap(found => ('text' in found ? found : []));
  return { part: partOf(opening, { ...chosen, bundle }) };
}

type Chosen = Pick<RalphPlan, 'slices' | 'built'> & { mode: RalphPlan['mode'] };

function partOf(opening: Opening, { mode, slices, built, bundle }: Chosen & Pick<RalphPlan, 'bundle'>): Partial<Spec> {
  const { config, maxIterations } = opening;
  const { scope, log } = config.ralph;
  const ralph: RalphPlan = {
    mode,
    scope,
    slices,
    built,
    bundle,
    log,
    layers: layersOf(opening),
    ...ralphCommands(opening),
  };
  const attempts = (slices.length - built.length) * ATTEMPTS;
  // What the loop can use up without a person: every attempt, and the end-to-end pass and its retry.
  const natural = mode === 'implement' ? attempts : attempts + slices.length * ATTEMPTS + 2;
  return {
    ralph,
    target: { name: mode === 'implement' ? (slices[0]?.id ?? scope) : scope, path: scope, text: '' },
    limits: { ...config.limits, max_cycles: maxIterations ?? Math.min(natural, MAX_CYCLES) },
  };
}

async function readScope({ config, read }: Opening): Promise<{ slices: Slice[] } | { obstacles: Obstacle[] }> {
  const path = config.ralph.scope;
  const text = await read(path);
  const todo = `It lists the slices: \`{"slices": [{"id": "slice-0", "name": "Users", "layers": ["schema"], "definition_of_done": ["…"]}]}\`.`;
  if (text === undefined)
    return { obstacles: [{ problem: `\`${path}\` is not in the repository: ralph works on its slices.`, todo }] };
  const scope = parseScope(text, path);
  if (scope.slices) return { slices: scope.slices };
  return { obstacles: scope.mistakes.slice(0, MISTAKES).map(problem => ({ problem: `${problem}.`, todo })) };
}

/** Build: all of them, those with a log entry left alone. Implement: the one that is named, else the first without an entry. */
async function choose({ config, target, read }: Opening, all: Slice[]): Promise<Chosen | Obstacle> {
  const text = (await read(config.ralph.log)) ?? '';
  const built = all.filter(slice => hasEntry(text, slice)).map(slice => slice.id);
  const named = all.find(slice => slice.id.toLowerCase() === target?.toLowerCase());
  if (target !== undefined && !named) return noSlice(target, all);
  const mode = target === undefined ? config.ralph.mode : 'implement';
  const one = named ?? all.find(slice => !built.includes(slice.id));
  if (!one)
    return {
      problem: `Every slice has its entry in \`${config.ralph.log}\` already.`,
      todo: 'Add the next slice to the file, or name one to work on again: `/ultraloop ralph <slice>`.',
    };
  if (mode === 'implement' && one !== all[0] && text.trim() === '')
    return {
      problem: `\`${config.ralph.log}\` is not there yet, and ${one.id} is not the first slice.`,
      todo: `The first slice makes it: start with \`/ultraloop ralph ${all[0]?.id}\`.`,
    };
  return mode === 'implement' ? { mode, slices: [one], built: [] } : { mode, slices: all, built };
}

function noSlice(target: string, all: Slice[]): Obstacle {
  const ids = all.map(slice => slice.id);
  const guess = nearest(target, ids);
  return {
    problem: `There is no slice \`${target}\`.${guess === undefined ? '' : ` Did you mean \`${guess}\`?`}`,
    todo: `Name one of ${ids.map(id => `\`${id}\``).join(', ')}, or none to build all of them.`,
  };
}

type Document = { path: string; text: string };

async function document({ read }: Opening, path: string, todo: string): Promise<Document | Obstacle> {
  const text = (await read(path))?.slice(0, DOCUMENT);
  if (text?.trim()) return { path, text };
  return { problem: `\`${path}\` ${text === undefined ? 'is not in the repository' : 'is empty'}.`, todo };
}

function layersOf({ config }: Opening): Record<string, string[]> {
  return config.ralph.layers ?? LAYERS;
}

function unknownLayers(opening: Opening, slices: Slice[]): Obstacle[] {
  const known = Object.keys(layersOf(opening));
  return slices.flatMap(slice =>
    slice.layers
      .filter(layer => !known.includes(layer))
      .map(layer => ({
        problem: `The slice \`${slice.id}\` declares the layer \`${layer}\`, which is not known.`,
        todo: `Use one of ${known.join(', ')}, or say which files belong to it under \`ralph: layers:\`.`,
      })),
  );
}

function frozenLog({ config }: Opening): Obstacle[] {
  if (!covers(config.frozen)(config.ralph.log)) return [];
  return [
    {
      problem: `\`${config.ralph.log}\` is frozen, and each slice adds its entry to it.`,
      todo: 'Take it out of `frozen:` in `.github/ultraloop.yml`.',
    },
  ];
}
