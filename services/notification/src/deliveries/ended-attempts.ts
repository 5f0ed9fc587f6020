import type { Prisma } from '@writ/db';

/** From its own row or the delivery's. */
export type EndedAttempt = Prisma.DeliveryAttemptModel;

function deliveringAttempt(row: Prisma.DeliveryModel): EndedAttempt | undefined {
  const { projectId, id: deliveryId, sentAttempt: attempt, sentAt: at, durationMs, ...answer } = row;
  if (attempt === null || at === null || durationMs === null) return undefined;
  const { httpStatus, responseExcerpt } = answer;
  const outcome = { outcome: 'delivered', error: null };
  return { projectId, deliveryId, attempt, at, httpStatus, durationMs, responseExcerpt, ...outcome };
}

export async function endedAttempt(
  prisma: Prisma.TransactionClient,
  { projectId, id, attempt }: { projectId: string; id: string; attempt: number },
): Promise<EndedAttempt | undefined> {
  // The delivery first: a later change moves the attempt from its row to one of its own.
  const row = await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } });
  if (!row) return undefined;
  const key = { projectId, deliveryId: id, attempt };
  const stored = await prisma.deliveryAttempt.findUnique({ where: { projectId_deliveryId_attempt: key } });
  const delivering = deliveringAttempt(row);
  return stored ?? (delivering?.attempt === attempt ? delivering : undefined);
}

/** In order. An attempt's own row takes precedence over the delivery's. */
export const endedAttempts = async (
  prisma: Prisma.TransactionClient,
  row: Prisma.DeliveryModel,
): Promise<readonly EndedAttempt[]> => (await endedAttemptsOf(prisma, row.projectId, [row]))(row);

export async function endedAttemptsOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  rows: readonly Prisma.DeliveryModel[],
): Promise<(row: Prisma.DeliveryModel) => readonly EndedAttempt[]> {
  const stored = await prisma.deliveryAttempt.findMany({
    where: { projectId, deliveryId: { in: rows.map(({ id }) => id) } },
    orderBy: { attempt: 'asc' },
  });
  const storedOf = Map.groupBy(stored, ({ deliveryId }) => deliveryId);
  return (row) => withDelivering(row, storedOf.get(row.id) ?? []);
}

function withDelivering(row: Prisma.DeliveryModel, stored: readonly EndedAttempt[]): readonly EndedAttempt[] {
  const delivering = deliveringAttempt(row);
  if (!delivering || stored.some(({ attempt }) => attempt === delivering.attempt)) return stored;
  return [...stored, delivering].toSorted((a, b) => a.attempt - b.attempt);
}
