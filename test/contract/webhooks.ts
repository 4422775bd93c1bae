// Holds one webhook delivery against GitHub's own description: that the event exists, its headers, and its payload.
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { addGitHubFormats, isNode, type Node, QUICK, readSlice } from './description.ts';

export interface SentWebhook {
  event: string;
  action: string | null;
  payload: unknown;
  headers: Record<string, string>;
}

export type CheckWebhook = (sent: SentWebhook) => string[];

const ID = 'github://webhooks';

export function createWebhooks(): CheckWebhook {
  const document = JSON.parse(readSlice('webhooks.slice.json')) as { webhooks: Record<string, Node>; components: Node };
  const ajv = new Ajv2020(QUICK);
  addFormats.default(ajv);
  addGitHubFormats(ajv);
  ajv.addSchema({ $id: ID, components: document.components });
  const compiled = new Map<string, ValidateFunction>();

  return ({ event, action, payload, headers }) => {
    const name = (action === null ? event : `${event}-${action}`).replaceAll('_', '-');
    const post = document.webhooks[name]?.post as { requestBody: Node; parameters?: Node[] } | undefined;
    if (!post) return [`there is no GitHub webhook ${name}`];
    const reference = schemaOf(post.requestBody);
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: ID + reference });
    compiled.set(reference, validate);
    const missing = (post.parameters ?? [])
      .filter(item => item.in === 'header' && item.required === true && !(String(item.name).toLowerCase() in headers))
      .map(item => `header ${item.name} is missing`);
    if (validate(payload)) return missing;
    return [...missing, ...(validate.errors ?? []).map(error => `payload${error.instancePath} ${error.message}`)];
  };
}

function schemaOf(body: Node): string {
  const content = isNode(body.content) ? body.content['application/json'] : undefined;
  const schema = isNode(content) ? content.schema : undefined;
  return isNode(schema) ? String(schema.$ref) : '';
}
