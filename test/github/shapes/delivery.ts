// GitHub's JSON for webhook deliveries.
import type { Delivery } from '../hooks/deliveries.ts';
import type { Json } from './account.ts';

export const deliveryItem = (item: Delivery): Json => ({
  id: item.id,
  guid: item.guid,
  delivered_at: item.deliveredAt,
  redelivery: item.redelivery,
  duration: item.durationSeconds,
  status: item.status,
  status_code: item.statusCode ?? 0,
  event: item.event,
  action: item.action,
  installation_id: item.installation?.id ?? null,
  repository_id: item.repo?.id ?? null,
  throttled_at: null,
});

export const deliveryWhole = (item: Delivery): Json => ({
  ...deliveryItem(item),
  url: item.app.webhookUrl,
  request: { headers: item.headers, payload: item.payload },
  response: { headers: item.response.headers, payload: item.response.body },
});
