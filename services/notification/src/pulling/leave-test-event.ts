import type { EventType } from '@writ/contracts';
import { newId, type Transaction } from '@writ/db';
import { sendAgain } from '../deliveries/send-again.ts';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { eventBody } from '../ingest/store-events.ts';

const source = '/writ/test';

/** Returns the delivery and the lanes to wake. */
export async function leaveTestEvent(
  tx: Transaction,
  {
    projectId,
    destinationId,
    type,
    now,
  }: { projectId: string; destinationId: string; type: EventType; now: Date },
): Promise<{ deliveryId: string; laneIds: readonly string[] }> {
  const [eventRowId, deliveryId] = [newId(), newId()];
  const data = sampleEventData(type, projectId);
  const body = eventBody({ type, id: eventRowId, time: now.toISOString(), data });
  const event = { projectId, id: eventRowId, source, eventId: eventRowId, type, time: now, body };
  await tx.prisma.event.create({ data: event });
  const delivery = { projectId, id: deliveryId, eventRowId, eventType: type, destinationId, status: 'held' };
  await tx.prisma.delivery.create({ data: delivery });
  return { deliveryId, laneIds: await sendAgain(tx, projectId, [deliveryId]) };
}
