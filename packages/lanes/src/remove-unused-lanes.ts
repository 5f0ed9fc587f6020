import type { LaneKind } from '@writ/contracts';
import type { Prisma } from '@writ/db';

/** Removes lanes that nobody has used for `ageMs`: work for one makes it again. Gives how many there were. */
export const removeUnusedLanes = (
  prisma: Prisma.TransactionClient,
  { kind, ageMs, limit }: { kind: LaneKind; ageMs: number; limit: number },
): Promise<number> =>
  // One that is just given work is passed over; one that is paused stays, so that it is still paused when it gets some.
  prisma.$executeRaw`
    DELETE FROM lane WHERE id IN (
      SELECT id FROM lane
      WHERE kind = ${kind} AND next_due_at IS NULL AND park_reason IS DISTINCT FROM 'paused'
        AND coalesce(woken_at, create_time) < clock_timestamp() - ${ageMs} * interval '1 ms'
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)`;
