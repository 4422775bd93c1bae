// Posting to the app's webhook as an attacker would: what GitHub sent, sent again or changed, with whatever headers and signature.
import { createHmac, randomUUID } from 'node:crypto';
import type { Delivery } from '../github/index.ts';
import type { Scene } from './scene.ts';

export interface Posted {
  id?: string;
  event?: string;
  /** Signed with this; the app's own secret when left out. */
  secret?: string;
  /** Instead of, or beside, the usual ones; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
}

export const webhookUrl = ({ world }: Scene): string => `http://127.0.0.1:${world.settings.port}/api/github/webhooks`;

/** Answers the status and the text of the answer. */
export async function post(scene: Scene, payload: unknown, options: Posted = {}): Promise<[number, string]> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { id = randomUUID(), event = 'issues', secret = scene.world.settings.webhookSecret } = options;
  const usual = {
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  const entries = Object.entries({ ...usual, ...options.headers }).filter(([, value]) => value !== undefined);
  const headers = Object.fromEntries(entries) as Record<string, string>;
  const response = await fetch(webhookUrl(scene), { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

/** The newest delivery of a kind, such as `issues.labeled`. */
export function sentBy({ world }: Scene, kind: string): Delivery {
  const found = world.github.deliveries.findLast(({ event, action }) => `${event}.${action}` === kind);
  if (!found) throw new Error(`GitHub sent no ${kind}`);
  return found;
}

/** A person as payloads name them. */
export function sender(scene: Scene, login: string): object {
  const { id, type } = scene.world.github.createUser(login);
  return { login, id, type, node_id: 'U_x', site_admin: false };
}
