import type { StackProject } from '@writ/stack';

/** Delivers the project's events of the type that the benchmark publishes to `url`. */
export async function routeEvents({ name, management }: StackProject, url: string): Promise<void> {
  const path = `/projects/${name}`;
  const destination = await management.call<{ id: string }>('POST', `${path}/destinations`, {
    name: 'bench-receiver',
    type: 'webhook',
    metadata: { url },
  });
  const topic = await management.call<{ id: string }>('POST', `${path}/topics`, { name: 'bench-topic' });
  await management.call('POST', `${path}/notification-event-topic-routes`, {
    topicId: topic.id,
    eventType: 'read.backfill.done',
  });
  await management.call('POST', `${path}/topic-destination-routes`, {
    topicId: topic.id,
    destinationId: destination.id,
  });
}
