// The payloads the other tests use, held against GitHub's own description: a test on invented fields would prove nothing.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as sent from './payloads.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Description {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}
const file = new URL('../contract/webhooks.slice.json', import.meta.url);
const description: Description = JSON.parse(readFileSync(file, 'utf8'));

/** All forms a value may have here. */
function forms(schema: Schema): Schema[] {
  if (schema.$ref) return forms(description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [schema, ...parts.flatMap(forms)];
}

/** Paths of the value that no form of the schema knows. */
function unknown(value: unknown, schemas: Schema[], path: string): string[] {
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items: item }) => (item ? forms(item) : []));
    return value.flatMap(item => unknown(item, items, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = schemas.flatMap(({ properties }) => (properties?.[key] ? forms(properties[key]) : []));
    return below.length > 0 ? unknown(inner, below, `${path}.${key}`) : [`${path}.${key}`];
  });
}

const bodyOf = (event: string): Schema[] =>
  forms(description.webhooks[event]?.post.requestBody.content['application/json']?.schema ?? {});

describe('payloads are GitHub’s', () => {
  it.each<[string, object]>([
    ['issues-labeled', sent.labeled],
    ['issues-unlabeled', sent.unlabeled],
    ['issues-closed', { ...sent.frame, action: 'closed', issue: sent.issue }],
    ['issues-reopened', { ...sent.frame, action: 'reopened', issue: sent.issue }],
    ['issues-transferred', { ...sent.frame, action: 'transferred', issue: sent.issue }],
    ['issue-comment-created', sent.commented],
    ['issue-comment-created', { ...sent.commented, issue: sent.onPull }],
    ['pull-request-closed', sent.pullClosed],
    ['pull-request-reopened', sent.pullClosed],
    ['check-run-requested-action', sent.pressed],
    ['push', sent.pushed],
    ['installation-deleted', { ...sent.frame, action: 'deleted' }],
    ['installation-repositories-removed', { ...sent.frame, action: 'removed', repositories_removed: [{ id: 7 }] }],
  ])('%s', (event, payload) => {
    expect(bodyOf(event).length).toBeGreaterThan(0);
    expect(unknown(payload, bodyOf(event), event)).toEqual([]);
  });

  it('an invented field would be seen', () => {
    expect(unknown({ ...sent.labeled, issue: { nummer: 1 } }, bodyOf('issues-labeled'), 'x')).toEqual([
      'x.issue.nummer',
    ]);
  });
});
