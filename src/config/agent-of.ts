// An agent for one job: its definition with the tier's model filled in or left out, as the walls round it ask for.
import type { AgentConfig, AgentDefinition, Content, Word } from '../agents.ts';
import type { Tier } from '../tools.ts';

export interface Circumstances {
  tier: Tier;
  /** Whether it runs inside a sandbox of the app. */
  walls: boolean;
}

/** Pure. Placeholders other than `{model}` are left for who starts it. */
export function agentOf(definition: AgentDefinition, { tier, walls }: Circumstances): AgentConfig {
  const { endpoints: _, needsModel: __, unwalled = {}, ...rest } = definition;
  const { command, mode, env } = walls ? rest : { ...rest, ...unwalled, env: { ...rest.env, ...unwalled.env } };
  const model = modelOf(definition, tier);
  return {
    ...rest,
    ...(mode && { mode }),
    command: command.flatMap(word => words(word, model)),
    env: texts(env, model),
    files: texts(rest.files, model),
    ...(rest.options && { options: texts(rest.options, model) }),
  };
}

/** Empty = the agent's own choice (C15). */
export function modelOf({ models }: Pick<AgentDefinition, 'models'>, tier: Tier): string {
  return models[tier] ?? models.standard ?? '';
}

function words(word: Word, model: string): string[] {
  if (typeof word === 'string') return [fill(word, model)];
  return model === '' ? [] : word.withModel.map(each => fill(each, model));
}

function texts(entries: Readonly<Record<string, Content>>, model: string): Record<string, string> {
  const filled = fillAll(entries, model) as Record<string, Content>;
  return Object.fromEntries(
    Object.entries(filled).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Entries and items whose own text asks for a model that is not there are left out, with all they hold. */
function fillAll(value: unknown, model: string): unknown {
  const stays = (text: unknown): boolean => model !== '' || typeof text !== 'string' || !text.includes('{model}');
  if (typeof value === 'string') return fill(value, model);
  if (Array.isArray(value)) return value.filter(stays).map(each => fillAll(each, model));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, each]) => stays(key) && stays(each));
  return Object.fromEntries(kept.map(([key, each]) => [fill(key, model), fillAll(each, model)]));
}

const fill = (text: string, model: string): string => text.replaceAll('{model}', () => model);
