import type { Lane, LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { listLanes, type LaneView } from '@writ/lanes';
import { laneBacklogs, type LaneBacklog } from '@writ/operation';
import { toWaiting } from '../operations/to-waiting.ts';
import { destinationBacklogs } from './destination-backlogs.ts';

type LanesAsked = { kind?: LaneKind; pageSize?: number; afterId: string | undefined };

const usualPageSize = 50;
/** Counting costs time: a long backlog is told as more than this. */
const countedUpTo = 10_000;

/** A page of a project's lanes with their backlogs, by id. Where more follow, the next one begins behind an id. */
export async function lanesPage(
  db: Queryable,
  projectId: string,
  { kind, pageSize = usualPageSize, afterId }: LanesAsked,
): Promise<{ lanes: Lane[]; nextBehind: string | undefined }> {
  const found = await listLanes(db, projectId, {
    ...(kind && { kind }),
    ...(afterId !== undefined && { afterId }),
    limit: pageSize + 1,
  });
  const shown = found.slice(0, pageSize);
  return {
    lanes: await withBacklogs(db, shown),
    nextBehind: found.length > pageSize ? shown.at(-1)?.id : undefined,
  };
}

/** Lanes as they are answered. */
export async function withBacklogs(db: Queryable, lanes: readonly LaneView[]): Promise<Lane[]> {
  const idsOf = (kind: LaneKind): string[] => lanes.filter((lane) => lane.kind === kind).map(({ id }) => id);
  const [providers, destinations] = await Promise.all([
    laneBacklogs(db, idsOf('provider'), countedUpTo + 1),
    destinationBacklogs(db, idsOf('destination'), countedUpTo + 1),
  ]);
  return lanes.map((lane) => toLane(lane, providers.get(lane.id) ?? destinations.get(lane.id)));
}

function toLane(
  { id, kind, provider, account, park, rate, createTime }: LaneView,
  backlog: LaneBacklog | undefined,
): Lane {
  const { queued = 0, oldestDue } = backlog ?? {};
  return {
    id,
    kind,
    ...(provider !== undefined && { provider }),
    ...(account !== undefined && { account }),
    queued: Math.min(queued, countedUpTo),
    ...(queued > countedUpTo && { moreQueued: true }),
    ...(oldestDue && { oldestDue: oldestDue.toISOString() }),
    rate,
    ...(park && { waiting: toWaiting(park) }),
    createTime: createTime.toISOString(),
  };
}
