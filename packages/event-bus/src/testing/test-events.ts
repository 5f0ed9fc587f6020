import { newId } from '@writ/db';
import type { NewEvent } from '../outbox/outbox-line.ts';

export const aProject = newId();

/** An event of the destination `aggregateId` that tells its number. */
export const anEvent = (aggregateId: string, number: number): NewEvent => ({
  type: 'destination.webhook.disabled',
  projectId: aProject,
  aggregateId,
  data: {
    projectId: aProject,
    destinationId: aggregateId,
    destinationName: 'd',
    url: 'u',
    reason: String(number),
  },
});
