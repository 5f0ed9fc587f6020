import type { StackProject } from './open-project.ts';

/** Per topic. */
const mostOfTopic = 100;

type Deliveries = {
  urls: readonly string[];
  eventTypes: readonly [string, ...string[]];
  headers?: Readonly<Record<string, string>>;
  /** Prefix of names; by default the first type. */
  name?: string;
};

/** Makes a destination for each address. Returns the ids. */
export async function deliverTo(
  { name: project, management }: StackProject,
  { urls, eventTypes, headers, name = eventTypes[0] }: Deliveries,
): Promise<string[]> {
  const make = async (part: string, body: object): Promise<string> =>
    (await management.call<{ id: string }>('POST', `/projects/${project}/${part}`, body)).id;
  const ids: string[] = [];
  for (const [place, url] of urls.entries()) {
    const metadata = { url, ...(headers && { headers }) };
    ids.push(await make('destinations', { name: `${name} ${place}`, type: 'webhook', metadata }));
  }
  for (let at = 0; at < ids.length; at += mostOfTopic) {
    const destinationIds = ids.slice(at, at + mostOfTopic);
    await make('topics', { name: `${name} ${at}`, eventTypes, destinationIds });
  }
  return ids;
}
