import type { StackProject } from '@writ/stack';

/** Delivers `write.async.done` of the project to `url`. */
export async function routeEvents({ name, management }: StackProject, url: string): Promise<void> {
  const path = `/projects/${name}`;
  const made = (part: string, body: unknown) =>
    management.call<{ id: string }>('POST', `${path}/${part}`, body);
  const destination = await made('destinations', { name: 'receiver', type: 'webhook', metadata: { url } });
  const topic = await made('topics', { name: 'done' });
  const topicId = topic.id;
  await made('notification-event-topic-routes', { topicId, eventType: 'write.async.done' });
  await made('topic-destination-routes', { topicId, destinationId: destination.id });
}
