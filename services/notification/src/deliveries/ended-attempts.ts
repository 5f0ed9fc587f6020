import type { Prisma } from '@writ/db';

/** An attempt that has ended, from its own row or the delivery's. */
export type EndedAttempt = Prisma.DeliveryAttemptModel;

function deliveringAttempt(row: Prisma.DeliveryModel): EndedAttempt | undefined {
  const { projectId, id: deliveryId, sentAttempt: attempt, sentAt: at, durationMs, ...answer } = row;
  if (attempt === null || at === null || durationMs === null) return undefined;
  const { httpStatus, responseExcerpt } = answer;
  const outcome = { outcome: 'delivered', error: null };
  return { projectId, deliveryId, attempt, at, httpStatus, durationMs, responseExcerpt, ...outcome };
}

/** Undefined if no attempt with this number has ended. */
export async function endedAttempt(
  prisma: Prisma.TransactionClient,
  { projectId, id, attempt }: { projectId: string; id: string; attempt: number },
): Promise<EndedAttempt | undefined> {
  // The delivery first: what a later change removes from its row gets a row of its own.
  const row = await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } });
  if (!row) return undefined;
  const key = { projectId, deliveryId: id, attempt };
  const stored = await prisma.deliveryAttempt.findUnique({ where: { projectId_deliveryId_attempt: key } });
  const delivering = deliveringAttempt(row);
  return stored ?? (delivering?.attempt === attempt ? delivering : undefined);
}

/** In order; an attempt's own row goes before the delivery's. */
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
