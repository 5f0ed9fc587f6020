import { randomUUID } from 'node:crypto';
import type { LifecycleEvent } from '@writ/contracts';

/** About as long as makes a delivered body of 1 kB. */
const padding = 'Backfill of one object for one customer. '.repeat(10);

/** An event of which a delivery has about 1 kB; `time` is when it should have been published. */
export function lifecycleEvent(projectId: string, atMs: number): LifecycleEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/bench',
    type: 'read.backfill.done',
    time: new Date(atMs).toISOString(),
    projectid: projectId,
    datacontenttype: 'application/json',
    data: {
      projectId,
      provider: 'hubspot',
      integrationId: '0190b8a0-0000-7000-8000-000000000001',
      integrationName: 'bench-hubspot',
      installationId: '0190b8a0-0000-7000-8000-000000000002',
      groupRef: 'bench-group',
      groupName: 'Bench Group',
      connectionId: '0190b8a0-0000-7000-8000-000000000003',
      consumerRef: 'bench-consumer',
      consumerName: 'Bench Consumer',
      objectName: 'contacts',
      note: padding,
    },
  };
}
