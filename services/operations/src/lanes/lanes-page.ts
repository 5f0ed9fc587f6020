import type { Lane, LaneKind } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { listLanes, type LaneView } from '@writ/lanes';
import { toWaiting } from '../operations/to-operation.ts';
import { countedUpTo, laneBacklogs, type LaneBacklog } from './lane-backlogs.ts';

type LanesAsked = { kind?: LaneKind; pageSize?: number; afterId: string | undefined };

const usualPageSize = 50;

/** A page of a project's lanes with their backlogs, by id. Where more follow, the next one begins behind an id. */
export async function lanesPage(
  prisma: Prisma.TransactionClient,
  projectId: string,
  { kind, pageSize = usualPageSize, afterId }: LanesAsked,
): Promise<{ lanes: Lane[]; nextBehind: string | undefined }> {
  const found = await listLanes(prisma, projectId, {
    ...(kind && { kind }),
    ...(afterId !== undefined && { afterId }),
    limit: pageSize + 1,
  });
  const shown = found.slice(0, pageSize);
  return {
    lanes: await withBacklogs(prisma, shown),
    nextBehind: found.length > pageSize ? shown.at(-1)?.id : undefined,
  };
}

/** Lanes as they are answered. */
export async function withBacklogs(
  prisma: Prisma.TransactionClient,
  lanes: readonly LaneView[],
): Promise<Lane[]> {
  const byKind = Map.groupBy(lanes, ({ kind }) => kind);
  const backlogs = await Promise.all([...byKind].map(([kind, own]) => laneBacklogs(prisma, kind, own)));
  const byLane = new Map(backlogs.flat().map((backlog) => [backlog.id, backlog]));
  return lanes.map((lane) => toLane(lane, byLane.get(lane.id)));
}

function toLane(
  { id, kind, account, park, rate, createTime }: LaneView,
  backlog: LaneBacklog | undefined,
): Lane {
  const { queued = 0, oldestDue } = backlog ?? {};
  return {
    id,
    kind,
    ...account,
    queued: Math.min(queued, countedUpTo),
    ...(queued > countedUpTo && { moreQueued: true }),
    ...(oldestDue && { oldestDue: oldestDue.toISOString() }),
    rate,
    ...(park && { waiting: toWaiting(park) }),
    createTime: createTime.toISOString(),
  };
}
