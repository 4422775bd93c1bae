// Reads `.github/ultraloop.yml`: either a checked configuration or every mistake in it, with line, column and key (K13).
import type { Mistake } from './mistake.ts';
import { MAX_YAML_SIZE, readYaml } from './read-yaml.ts';
import { CONFIG, type Config } from './schema.ts';

export type Loaded = { config: Config; mistakes?: never } | { config?: never; mistakes: Mistake[] };

/** Largest file that is read, in UTF-16 units. */
export const MAX_CONFIG_SIZE = MAX_YAML_SIZE;

/** Pure, and never throws: `text` is whatever the repository holds. An empty file means the defaults. */
export function parseConfig(text: string, file: string): Loaded {
  const read = readYaml(text, file, CONFIG);
  return read.mistakes ? { mistakes: read.mistakes } : { config: read.value };
}
