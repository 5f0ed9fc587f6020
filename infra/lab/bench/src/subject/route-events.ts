import type { StackProject } from '@writ/stack';

/** Delivers the project's events of the type that the benchmarks publish to `url`, as so many destinations. */
export async function routeEvents(
  { name, management }: StackProject,
  url: string,
  destinations = 1,
): Promise<void> {
  const path = `/projects/${name}`;
  const topic = await management.call<{ id: string }>('POST', `${path}/topics`, { name: 'bench-topic' });
  await management.call('POST', `${path}/notification-event-topic-routes`, {
    topicId: topic.id,
    eventType: 'read.backfill.done',
  });
  for (let number = 1; number <= destinations; number += 1) {
    const destination = await management.call<{ id: string }>('POST', `${path}/destinations`, {
      name: `bench-receiver-${number}`,
      type: 'webhook',
      metadata: { url },
    });
    await management.call('POST', `${path}/topic-destination-routes`, {
      topicId: topic.id,
      destinationId: destination.id,
    });
  }
}
