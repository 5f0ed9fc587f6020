import type { StackProject } from '@writ/stack';

/** Destinations that a topic may have. */
const mostOfTopic = 100;

/** Delivers the project's events of the type that the benchmarks publish to each address, as a destination of its own. */
export async function routeEvents(
  { name, management }: StackProject,
  urls: readonly string[],
): Promise<void> {
  const path = `/projects/${name}`;
  const destinationIds: string[] = [];
  for (const [place, url] of urls.entries()) {
    const body = { name: `bench-receiver-${place + 1}`, type: 'webhook', metadata: { url } };
    destinationIds.push((await management.call<{ id: string }>('POST', `${path}/destinations`, body)).id);
  }
  for (let at = 0; at < destinationIds.length; at += mostOfTopic) {
    const some = destinationIds.slice(at, at + mostOfTopic);
    const topic = { name: `bench-topic-${at}`, eventTypes: ['read.backfill.done'], destinationIds: some };
    await management.call('POST', `${path}/topics`, topic);
  }
}
