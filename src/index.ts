// The Probot function: every event goes to the webhook edge; nothing else happens here.
import type { ApplicationFunction } from 'probot';
import type { App } from './compose.ts';

export function ultraloop(app: Pick<App, 'receive'>): ApplicationFunction {
  return probot => {
    probot.onAny(async ({ id, name, payload }) => {
      await app.receive(name, payload, id);
    });
  };
}
