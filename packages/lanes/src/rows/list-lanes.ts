import type { Actor, LaneKind } from '@writ/contracts';
import { databaseTime, Prisma } from '@writ/db';
import { rateAt } from './lane-rate.ts';
import type { ParkReason } from '../lane-work.ts';
import { laneAccount, type LaneAccount } from './provider-lane.ts';

/** Without `until`, until an operator resumes it. */
export type LanePark = { reason: ParkReason; until?: Date };

export type PausedBy = Pick<Actor, 'kind' | 'id' | 'groupRef'>;

export type LanePause = { time: Date; by: PausedBy; reason?: string };

export type LaneView = Pick<Prisma.LaneModel, 'id' | 'projectId' | 'createTime'> & {
  kind: LaneKind;
  account?: LaneAccount;
  park?: LanePark;
  /** Absent if the previous release paused it. */
  pause?: LanePause;
  /** Units settled per second in about the last minute. */
  rate: number;
};

/** Without a project, of all projects. */
export async function listLanes(
  prisma: Prisma.TransactionClient,
  projectId: string | undefined,
  {
    kind,
    ids,
    account,
    waiting,
    afterId,
    limit,
  }: {
    kind?: LaneKind;
    ids?: readonly string[];
    account?: string;
    waiting?: ParkReason;
    afterId?: string;
    limit: number;
  },
): Promise<readonly LaneView[]> {
  const now = await databaseTime(prisma);
  const rows = await prisma.lane.findMany({
    where: {
      ...(projectId !== undefined && { projectId }),
      ...(kind && { kind }),
      ...(account !== undefined && { account }),
      ...(waiting && { parkReason: waiting, parkedUntil: { gt: now } }),
      id: { ...(ids && { in: [...ids] }), ...(afterId !== undefined && { gt: afterId }) },
    },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => toLaneView(row, now));
}

/** Oldest first. */
export async function dueLaneIds(
  prisma: Prisma.TransactionClient,
  projectId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await prisma.lane.findMany({
    where: { projectId, kind: 'provider', nextDueAt: { lte: await databaseTime(prisma) } },
    orderBy: { nextDueAt: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** @param now database time */
export function toLaneView(row: Prisma.LaneModel, now: Date): LaneView {
  const { id, projectId, createTime } = row;
  const [account, park, pause] = [laneAccount(row), parkOf(row, now), pauseOf(row)];
  return {
    id,
    projectId,
    createTime,
    kind: row.kind as LaneKind,
    rate: rateAt(row, now),
    ...(account && { account }),
    ...(park && { park }),
    ...(pause && { pause }),
  };
}

export async function findLaneParks(
  prisma: Prisma.TransactionClient,
  laneIds: readonly string[],
): Promise<ReadonlyMap<string, LanePark>> {
  if (laneIds.length === 0) return new Map();
  const rows = await prisma.lane.findMany({ where: { id: { in: [...laneIds] }, parkReason: { not: null } } });
  if (rows.length === 0) return new Map();
  const now = await databaseTime(prisma);
  return new Map(
    rows.flatMap((row): [string, LanePark][] => {
      const park = parkOf(row, now);
      return park ? [[row.id, park]] : [];
    }),
  );
}

/** SQL: why a lane is parked now; else null. */
export const parkReasonOf = (laneId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT lane.park_reason FROM lane WHERE lane.id = ${laneId} AND lane.parked_until > statement_timestamp())`;

/** A pause has an infinite time, which `Date` cannot express. */
function parkOf({ parkReason, parkedUntil }: Prisma.LaneModel, now: Date): LanePark | undefined {
  if (parkReason === 'paused') return { reason: parkReason };
  if (parkReason === null || !parkedUntil || parkedUntil <= now) return undefined;
  return { reason: parkReason as ParkReason, until: parkedUntil };
}

function pauseOf({ parkReason, pausedAt, pausedBy, pauseReason }: Prisma.LaneModel): LanePause | undefined {
  if (parkReason !== 'paused' || !pausedAt || !pausedBy) return undefined;
  return { time: pausedAt, by: pausedBy as PausedBy, ...(pauseReason !== null && { reason: pauseReason }) };
}
