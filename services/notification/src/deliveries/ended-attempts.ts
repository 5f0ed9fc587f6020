import type { Prisma } from '@writ/db';

/** An attempt that has ended, wherever it is stored. */
export type EndedAttempt = Prisma.DeliveryAttemptModel;

/** The attempt that delivered, where the delivery's row tells it. */
function deliveringAttempt(row: Prisma.DeliveryModel): EndedAttempt | undefined {
  const { projectId, id: deliveryId, sentAttempt: attempt, sentAt: at, durationMs, ...answer } = row;
  if (attempt === null || at === null || durationMs === null) return undefined;
  const { httpStatus, responseExcerpt } = answer;
  const outcome = { outcome: 'delivered', error: null };
  return { projectId, deliveryId, attempt, at, httpStatus, durationMs, responseExcerpt, ...outcome };
}

/** One ended attempt of a delivery, told as among all of them; undefined where there is none of this number. */
export async function endedAttempt(
  prisma: Prisma.TransactionClient,
  { projectId, id, attempt }: { projectId: string; id: string; attempt: number },
): Promise<EndedAttempt | undefined> {
  // First the delivery: what its row no longer tells by then has a row of its own.
  const row = await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } });
  if (!row) return undefined;
  const key = { projectId, deliveryId: id, attempt };
  const stored = await prisma.deliveryAttempt.findUnique({ where: { projectId_deliveryId_attempt: key } });
  const delivering = deliveringAttempt(row);
  return stored ?? (delivering?.attempt === attempt ? delivering : undefined);
}

/** The ended attempts of a delivery, in their order; one that a row of its own tells, too, is as that tells it. */
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
  if (!delivering || stored.some(({ attempt }) => attempt === delivering.attempt)) return stored;
  return [...stored, delivering].toSorted((a, b) => a.attempt - b.attempt);
}
