import type {
  Delivery,
  DeliveryAttempt,
  DeliveryRequest,
  DeliveryWithAttempts,
  EventType,
  JsonObject,
} from '@writ/contracts';
import { isId, type Prisma } from '@writ/db';
import type { Outgoing, SendOutcome } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';

/** A delivery with what became of each attempt; undefined where the project has none of this id. */
export async function findDelivery(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<DeliveryWithAttempts | undefined> {
  const row = isId(id) && (await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } }));
  if (!row) return undefined;
  const [event, attempts, destination] = await Promise.all([
    prisma.event.findUnique({ where: { projectId_id: { projectId, id: row.eventRowId } } }),
    prisma.deliveryAttempt.findMany({ where: { projectId, deliveryId: id }, orderBy: { attempt: 'asc' } }),
    prisma.destination.findFirst({ where: { projectId, id: row.destinationId } }),
  ]);
  // Retention may have removed both meanwhile, the event last.
  if (!event) return undefined;
  return {
    ...toDelivery({ ...row, eventId: event.eventId }),
    request: requestTo(destination, { id, body: event.body }),
    attempts: attempts.map(toStoredAttempt),
  };
}

const requestTo = (to: Prisma.DestinationModel | null, outgoing: Outgoing): DeliveryRequest =>
  (to && kindOf(to.type).request?.(to.metadata as JsonObject, outgoing)) ?? { body: outgoing.body };

/** A delivery as it is stored, with the id that its event was published under. */
export type DeliveryRow = Prisma.DeliveryModel & { eventId: string };

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  projectId: row.projectId,
  destinationId: row.destinationId,
  eventId: row.eventId,
  eventType: row.eventType as EventType,
  status: row.status as Delivery['status'],
  attemptCount: row.attempt,
  ...(row.dueAt && { nextAttempt: row.dueAt.toISOString() }),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime.toISOString(),
});

/** One attempt as it is stored. */
export const toStoredAttempt = (row: Prisma.DeliveryAttemptModel): DeliveryAttempt => ({
  attempt: row.attempt,
  ...toAttempt({ ...row, delivered: row.outcome === 'delivered', excerpt: row.responseExcerpt }),
});

/** One attempt, as it ended or was stored. */
export const toAttempt = (
  ended: Pick<SendOutcome, 'delivered' | 'at' | 'durationMs'> &
    Partial<Record<'excerpt' | 'error', string | null>> & { httpStatus?: number | null },
): DeliveryAttempt => ({
  time: ended.at.toISOString(),
  status: ended.delivered ? 'delivered' : 'failed',
  ...(typeof ended.httpStatus === 'number' && { httpStatus: ended.httpStatus }),
  durationMs: ended.durationMs,
  ...(typeof ended.excerpt === 'string' && { responseExcerpt: ended.excerpt }),
  ...(typeof ended.error === 'string' && { error: ended.error }),
});
