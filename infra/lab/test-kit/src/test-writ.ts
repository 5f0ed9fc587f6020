import { setTimeout as delay } from 'node:timers/promises';
import { Writ, type NotificationType, type WritSettings } from '@writ/sdk';
import { witnessedFetch } from './openapi/witnessed-fetch.ts';

/** Checks answers against the hosts' descriptions, and polls often. */
export const testWrit = (settings: WritSettings): Writ =>
  new Writ({ ...settings, runtime: { fetch: witnessedFetch(), sleep: () => delay(20) } });

/** `secret` signs the events. */
export async function subscribe(
  { destinations, topics, eventRoutes, destinationRoutes }: Writ,
  url: string,
  ...eventTypes: readonly NotificationType[]
): Promise<{ destinationId: string; secret: string }> {
  const name = `to-${new URL(url).port}-${Date.now().toString(36)}`;
  const { id: destinationId } = await destinations.create({ name, type: 'webhook', metadata: { url } });
  const { id: topicId } = await topics.create({ name });
  for (const eventType of eventTypes) await eventRoutes.create({ topicId, eventType });
  await destinationRoutes.create({ topicId, destinationId });
  const { secrets } = await destinations.get(destinationId, { includeSecrets: true });
  return { destinationId, secret: secrets?.webhookSigningKey ?? '' };
}
