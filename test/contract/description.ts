// Loads a slice of GitHub's description and makes ajv understand it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ajv as AjvType } from 'ajv';
import { packageRoot } from '../github/package-root.ts';

export type Node = Record<string, unknown>;

export const readSlice = (name: string): string => readFileSync(join(packageRoot(), 'test/contract', name), 'utf8');

// GitHub's schemas are known to be sound and most are used once, so neither checking nor optimising them pays: it halves
// the time to the first verdict.
export const QUICK = {
  strict: false,
  allErrors: true,
  logger: false,
  inlineRefs: false,
  validateSchema: false,
  code: { optimize: false },
} as const;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// OpenAPI 3.0 says `nullable`, JSON Schema says type null. Examples and enums hold plain data, so they are left alone.
export function allowNulls(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) allowNulls(item);
    return;
  }
  if (!isNode(value)) return;
  for (const [key, inner] of Object.entries(value)) if (key !== 'default' && key !== 'enum') allowNulls(inner);
  if (value.nullable !== true) return;
  delete value.nullable;
  if (typeof value.type === 'string') {
    value.type = [value.type, 'null'];
    if (Array.isArray(value.enum) && !value.enum.includes(null)) value.enum = [...value.enum, null];
  } else wrapWithNull(value);
}

function wrapWithNull(node: Node): void {
  const copy = { ...node };
  for (const key of Object.keys(node)) delete node[key];
  node.anyOf = [copy, { type: 'null' }];
}

// GitHub uses formats of its own; the addresses of bots hold brackets, which the strict e-mail rule refuses.
export function addGitHubFormats(ajv: AjvType): void {
  ajv.addFormat('repo.nwo', /^[^/]+\/[^/]+$/);
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
  for (const name of ['timestamp', 'ssh-key', 'ssh-key fingerprint']) ajv.addFormat(name, true);
}

export function pointer(...parts: (string | number)[]): string {
  const escaped = parts.map(part => encodeURIComponent(String(part).replace(/~/g, '~0').replace(/\//g, '~1')));
  return `/${escaped.join('/')}`;
}

export function follow(root: Node, start: unknown): Node {
  let node: unknown = start;
  while (isNode(node) && typeof node.$ref === 'string') {
    const keys = node.$ref
      .slice(2)
      .split('/')
      .map(key => key.replace(/~1/g, '/').replace(/~0/g, '~'));
    node = keys.reduce<unknown>((inner, key) => (isNode(inner) ? inner[key] : undefined), root);
  }
  return isNode(node) ? node : {};
}
