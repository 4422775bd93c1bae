// Sends webhooks: per app in order, 10 seconds at most, and a failed one stays failed until someone redelivers it.
import { createHmac, randomUUID } from 'node:crypto';
import type { App, Installation, Repo } from '../state/model.ts';

export interface Delivery {
  id: number;
  guid: string;
  app: App;
  installation: Installation | null;
  repo: Repo | null;
  event: string;
  action: string | null;
  payload: Record<string, unknown>;
  headers: Record<string, string>;
  body: string;
  redelivery: boolean;
  deliveredAt: string | null;
  durationSeconds: number;
  statusCode: number | null; // null while it waits, 0 when nobody answered
  status: string;
  response: { headers: Record<string, string>; body: string };
}

interface NewDelivery {
  app: App;
  installation: Installation | null;
  repo: Repo | null;
  event: string;
  action: string | null;
  payload: Record<string, unknown>;
}

export interface Deliveries {
  log: Delivery[];
  paused: boolean;
  send(input: NewDelivery): Delivery;
  redeliver(id: number): Delivery;
  idle(): Promise<void>;
  stop(): void; // cuts what is on its way, so that nothing outlives the simulator
}

export interface DeliveryOptions {
  nextId(): number;
  onDelivery(delivery: Delivery): void;
  timeoutMs: number;
}

export function createDeliveries(options: DeliveryOptions): Deliveries {
  const queues = new Map<App, Promise<void>>();
  const stopped = new AbortController();
  const deliveries: Deliveries = {
    log: [],
    paused: false,
    send: input => enqueue(build(options.nextId(), randomUUID(), input, false)),
    redeliver(id) {
      const old = deliveries.log.find(delivery => delivery.id === id);
      if (!old) throw new Error(`no such delivery: ${id}`);
      return enqueue(build(options.nextId(), old.guid, old, true));
    },
    stop() {
      deliveries.paused = true;
      stopped.abort();
    },
    async idle() {
      // A delivery may cause others before it is answered, so look again until nothing was added.
      for (let seen = -1; seen !== deliveries.log.length; ) {
        seen = deliveries.log.length;
        await Promise.all(queues.values());
      }
    },
  };

  function enqueue(delivery: Delivery): Delivery {
    deliveries.log.push(delivery);
    options.onDelivery(delivery);
    const before = queues.get(delivery.app) ?? Promise.resolve();
    const sent = before.then(() =>
      deliver(delivery, deliveries.paused, AbortSignal.any([stopped.signal, AbortSignal.timeout(options.timeoutMs)])),
    );
    queues.set(delivery.app, sent);
    return delivery;
  }
  return deliveries;
}

function build(id: number, guid: string, input: NewDelivery, redelivery: boolean): Delivery {
  const { app, installation, repo, event, action, payload } = input;
  const body = JSON.stringify(payload);
  const sign = (hash: string): string => `${hash}=${createHmac(hash, app.webhookSecret).update(body).digest('hex')}`;
  const headers = {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/5f0c9e1',
    'x-github-delivery': guid,
    'x-github-event': event,
    'x-github-hook-id': String(app.hookId),
    'x-github-hook-installation-target-id': String(app.id),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': sign('sha1'),
    'x-hub-signature-256': sign('sha256'),
  };
  const waiting = { deliveredAt: null, durationSeconds: 0, statusCode: null, status: 'pending' };
  const response = { headers: {}, body: '' };
  return { id, guid, app, installation, repo, event, action, payload, headers, body, redelivery, ...waiting, response };
}

async function deliver(delivery: Delivery, paused: boolean, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  try {
    if (paused) throw new Error('deliveries are paused');
    const { headers, body } = delivery;
    const answer = await fetch(delivery.app.webhookUrl, { method: 'POST', headers, body, signal });
    delivery.response = { headers: Object.fromEntries(answer.headers), body: await answer.text() };
    delivery.statusCode = answer.status;
    delivery.status = answer.ok ? 'OK' : `Invalid HTTP Response: ${answer.status}`;
  } catch (error) {
    delivery.statusCode = 0;
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    delivery.status = timedOut ? 'timed out' : 'failed to connect to host';
  }
  delivery.durationSeconds = Math.round(performance.now() - start) / 1000;
  delivery.deliveredAt = new Date().toISOString();
}
