// Which keys are allowed where, read from the schema itself so that there is no second list to keep.
import * as z from 'zod';
import type { JsonSchema } from './json-schema.ts';

export interface KnownKeys {
  /** Keys the mapping at this path may have. */
  at(path: readonly PropertyKey[]): string[];
  /** The top-level section a key belongs to, when it was written in the wrong place. */
  sectionOf(key: string): string | undefined;
}

/** Translated only when asked: a text without mistakes needs none of it. */
export function knownKeys(schema: z.ZodType): KnownKeys {
  let seen: JsonSchema | undefined;
  const root = (): JsonSchema => {
    seen ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return seen;
  };
  return {
    at(path) {
      const here = path.reduce<JsonSchema[]>((nodes, key) => nodes.flatMap(node => step(node, key)), [root()]);
      return here.flatMap(variants).flatMap(node => Object.keys(node.properties ?? {}));
    },
    sectionOf(key) {
      const sections = Object.entries(root().properties ?? {});
      return sections.find(([, node]) => Object.hasOwn(node.properties ?? {}, key))?.[0];
    },
  };
}

function step(node: JsonSchema, key: PropertyKey): JsonSchema[] {
  return variants(node).flatMap(({ properties = {}, additionalProperties, items }) => {
    if (typeof key === 'number') return items ? [items] : [];
    const property = Object.hasOwn(properties, key) ? properties[String(key)] : undefined;
    if (property) return [property];
    return typeof additionalProperties === 'object' ? [additionalProperties] : [];
  });
}

const variants = (node: JsonSchema): JsonSchema[] => (node.anyOf ? node.anyOf.flatMap(variants) : [node]);
