import { randomUUID } from 'node:crypto';

export const publishedType = 'read.backfill.done';
/** Their source, which identifies their rows. */
export const publishedSource = '/laboratory';

type Published = { atMs: number; id?: string; type?: string; installation?: number };

/** A delivery has about 1 kB; `atMs`: its due time. */
export const lifecycleEvent = (
  projectId: string,
  { atMs, id = randomUUID(), type = publishedType, installation = 2 }: Published,
) => ({
  specversion: '1.0',
  id,
  source: publishedSource,
  type,
  time: new Date(atMs).toISOString(),
  projectid: projectId,
  datacontenttype: 'application/json',
  data: {
    projectId,
    provider: 'hubspot',
    integrationId: '0190b8a0-0000-7000-8000-000000000001',
    integrationName: 'to-hubspot',
    installationId: `0190b8a0-0000-7000-8000-${String(installation).padStart(12, '0')}`,
    groupRef: 'laboratory-group',
    groupName: 'Laboratory Group',
    connectionId: '0190b8a0-0000-7000-8000-000000000003',
    consumerRef: 'laboratory-consumer',
    consumerName: 'Laboratory Consumer',
    objectName: 'contacts',
    note: 'Backfill of one object for one customer. '.repeat(10),
  },
});
