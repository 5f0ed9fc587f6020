import type { EventType } from '@writ/contracts';
import type { StackProject } from '@writ/stack';

/** The type of the events that experiments with deliveries publish. */
export const publishedType = 'read.backfill.done' satisfies EventType;

/** Delivers events of a type to each address, as a destination of its own; gives the destinations' ids. */
export async function deliverTo(
  { name, management }: StackProject,
  { urls, eventType = publishedType }: { urls: readonly string[]; eventType?: EventType },
): Promise<string[]> {
  const path = `/projects/${name}`;
  const destinationIds: string[] = [];
  for (const [place, url] of urls.entries()) {
    const body = { name: `${eventType} ${place}`, type: 'webhook', metadata: { url } };
    destinationIds.push((await management.call<{ id: string }>('POST', `${path}/destinations`, body)).id);
  }
  const topic = { name: eventType, eventTypes: [eventType], destinationIds };
  await management.call('POST', `${path}/topics`, topic);
  return destinationIds;
}
