// What a run works on: a named instruction file of the repository, or the text of the issue (U1).
import type { Config } from './schema.ts';

/** `issue` is always the issue's own text. */
export interface Choice {
  name: string;
  path?: string;
  state?: string;
}

/** The target a person named, else the configured one, else the issue; undefined when there is none of that name. */
export function chooseTarget({ target, targets }: Config, named?: string): Choice | undefined {
  const name = named ?? target ?? 'issue';
  if (name === 'issue') return { name };
  const known = Object.hasOwn(targets, name) ? targets[name] : undefined;
  return known && { name, ...known };
}
