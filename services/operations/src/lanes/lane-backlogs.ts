import type { LaneKind } from '@writ/contracts';
import { Prisma } from '@writ/db';
import { waitingInLane } from '@writ/operation';

/** Counting costs time: of a long backlog it is told that there is more than this. */
export const countedUpTo = 10_000;

/** What waits in a lane: how many, up to one more than are counted, and when the first of it is or was due. */
export type LaneBacklog = { id: string; queued: number; oldestDue: Date | null };

/**
 * The notification service owns the deliveries and alone changes them; they are read here so that one list tells of all
 * lanes without a call from service to service.
 */
const waiting: Readonly<Record<LaneKind, Prisma.Sql>> = {
  provider: waitingInLane,
  destination: Prisma.sql`FROM delivery WHERE destination_id = lane.id AND due_at IS NOT NULL`,
};

/** The backlogs of lanes of a kind. */
export const laneBacklogs = (
  prisma: Prisma.TransactionClient,
  kind: LaneKind,
  lanes: readonly { id: string }[],
): Promise<LaneBacklog[]> =>
  prisma.$queryRaw<LaneBacklog[]>`
    SELECT lane.id,
      (SELECT count(*)::int FROM (SELECT ${waiting[kind]} LIMIT ${countedUpTo + 1}) AS counted) AS queued,
      (SELECT due_at ${waiting[kind]} ORDER BY due_at LIMIT 1) AS "oldestDue"
    FROM unnest(${lanes.map(({ id }) => id)}::uuid[]) AS lane (id)`;
