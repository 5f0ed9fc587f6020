import { Prisma } from '@writ/db';

/** More than a lane has slots. */
const mostLookedAt = 200;

export type LaneActivity = {
  id: string;
  inFlight: number;
  fault: LaneFault | null;
};

export type LaneFault = {
  /** Of the operation or delivery. */
  id: string;
  time: string;
  message: string;
  code?: string;
  status?: number;
};

export const operationActivity = (
  prisma: Prisma.TransactionClient,
  laneIds: readonly string[],
): Promise<LaneActivity[]> =>
  prisma.$queryRaw<LaneActivity[]>`
    SELECT lane.id,
      (SELECT count(*)::int FROM (${waiting('<=')}) AS due WHERE due.lease_until > clock_timestamp()) AS "inFlight",
      (SELECT jsonb_build_object('id', id, 'time', last_attempt_at, 'message', last_fault,
          'code', last_error ->> 'code', 'status', (last_error ->> 'providerStatus')::int)
        FROM (SELECT * FROM (${waiting('<=')}) AS due UNION ALL SELECT * FROM (${waiting('>')}) AS later) AS seen
        WHERE last_fault IS NOT NULL AND last_attempt_at IS NOT NULL
        ORDER BY last_attempt_at DESC LIMIT 1) AS fault
    FROM unnest(${[...laneIds]}::uuid[]) AS lane (id)`;

const waiting = (when: '<=' | '>'): Prisma.Sql => Prisma.sql`
  SELECT id, lease_until, last_attempt_at, last_fault, last_error FROM operation
  WHERE lane_id = lane.id AND due_at ${Prisma.raw(when)} (SELECT clock_timestamp())
  ORDER BY due_at LIMIT ${mostLookedAt}`;
