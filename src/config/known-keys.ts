// Which keys are allowed where, read from the JSON Schema so that there is no second list to keep.
import { type JsonSchema, jsonSchema } from './json-schema.ts';

let schema: JsonSchema | undefined;

/** Keys the mapping at this path may have. */
export function keysAt(path: readonly PropertyKey[]): string[] {
  schema ??= jsonSchema();
  const here = path.reduce<JsonSchema[]>((nodes, key) => nodes.flatMap(node => step(node, key)), [schema]);
  return here.flatMap(variants).flatMap(node => Object.keys(node.properties ?? {}));
}

/** The top-level section a key belongs to, when it was written in the wrong place. */
export function sectionOf(key: string): string | undefined {
  schema ??= jsonSchema();
  const sections = Object.entries(schema.properties ?? {});
  return sections.find(([, node]) => Object.hasOwn(node.properties ?? {}, key))?.[0];
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
