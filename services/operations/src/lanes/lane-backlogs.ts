import type { LaneKind } from '@writ/contracts';
import { Prisma } from '@writ/db';
import { operationActivity, waitingInLane, type LaneActivity } from '@writ/operation';

/** Longer backlogs are only reported as longer. */
export const countedUpTo = 10_000;

/** Counted up to one more than `countedUpTo`. */
export type LaneBacklog = { id: string; queued: number; oldestDue: Date | null };

/** The notification service owns deliveries; reading them here saves a call between services. */
const waiting: Readonly<Record<LaneKind, Prisma.Sql>> = {
  provider: waitingInLane,
  destination: Prisma.sql`FROM delivery WHERE destination_id = lane.id AND due_at IS NOT NULL`,
};

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

/** Deliveries read, of those due and of those due later. */
const mostLookedAt = 200;

/** For destinations also since when nothing succeeds, or that they are disabled. */
export type DestinationActivity = LaneActivity & {
  failingSince: Date | null;
  failuresInRow: number | null;
  disabled: boolean | null;
};

const deliveryActivity = (
  prisma: Prisma.TransactionClient,
  laneIds: readonly string[],
): Promise<DestinationActivity[]> =>
  prisma.$queryRaw<DestinationActivity[]>`
    SELECT lane.id, CASE WHEN d.status = 'enabled' THEN d.failing_since END AS "failingSince",
      d.failures_in_row AS "failuresInRow", d.status = 'disabled' AS disabled,
      (SELECT count(*)::int FROM (${someDeliveries}) AS seen WHERE seen.lease_until > clock_timestamp()) AS "inFlight",
      (SELECT jsonb_build_object('id', seen.id, 'time', a.at, 'message', coalesce(a.error, 'The attempt failed.'),
          'status', a.http_status)
        FROM (${someDeliveries}) AS seen
        CROSS JOIN LATERAL (
          SELECT * FROM delivery_attempt
          WHERE project_id = seen.project_id AND delivery_id = seen.id ORDER BY attempt DESC LIMIT 1) AS a
        WHERE seen.attempt > 0 AND a.outcome = 'failed' ORDER BY a.at DESC LIMIT 1) AS fault
    FROM unnest(${[...laneIds]}::uuid[]) AS lane (id) LEFT JOIN destination AS d ON d.id = lane.id`;

const waitingDeliveries = (when: '<=' | '>'): Prisma.Sql => Prisma.sql`
  SELECT project_id, id, attempt, lease_until FROM delivery
  WHERE destination_id = lane.id AND due_at ${Prisma.raw(when)} (SELECT clock_timestamp())
  ORDER BY due_at LIMIT ${mostLookedAt}`;

const someDeliveries = Prisma.sql`
  SELECT * FROM (${waitingDeliveries('<=')}) AS due UNION ALL SELECT * FROM (${waitingDeliveries('>')}) AS later`;

export const laneActivity = (
  prisma: Prisma.TransactionClient,
  kind: LaneKind,
  lanes: readonly { id: string }[],
): Promise<(LaneActivity & Partial<DestinationActivity>)[]> => {
  const ids = lanes.map(({ id }) => id);
  return kind === 'provider' ? operationActivity(prisma, ids) : deliveryActivity(prisma, ids);
};
