import type { Prisma } from '@writ/db';

/** An attempt that has ended, wherever it is stored. */
export type EndedAttempt = Prisma.DeliveryAttemptModel;

/** The attempt that delivered, which the delivery's own row tells; undefined where there is none, or it has one of its own. */
function deliveringAttempt(row: Prisma.DeliveryModel): EndedAttempt | undefined {
  const { projectId, id: deliveryId, attempt, sentAt: at, httpStatus, durationMs, responseExcerpt } = row;
  if (at === null || durationMs === null) return undefined;
  const outcome = { outcome: 'delivered', error: null };
  return { projectId, deliveryId, attempt, at, httpStatus, durationMs, responseExcerpt, ...outcome };
}

/** The ended attempts of a delivery, in their order. */
export async function endedAttempts(
  prisma: Prisma.TransactionClient,
  row: Prisma.DeliveryModel,
): Promise<readonly EndedAttempt[]> {
  const { projectId, id: deliveryId } = row;
  const stored = await prisma.deliveryAttempt.findMany({
    where: { projectId, deliveryId },
    orderBy: { attempt: 'asc' },
  });
  const delivering = deliveringAttempt(row);
  return delivering ? [...stored, delivering] : stored;
}
