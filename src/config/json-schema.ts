// The JSON Schema editors use for `.github/ultraloop.yml`: the zod schema said in their language (K13).
import * as z from 'zod';
import { CONFIG } from './schema.ts';

/** A JSON Schema as far as we look into it. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Draft 7, because that is what YAML editors understand; it describes the file as written, before defaults. */
export function jsonSchema(): JsonSchema {
  return z.toJSONSchema(CONFIG, { io: 'input', target: 'draft-7' }) as JsonSchema;
}
