import type { Lane, LaneKind } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { accountsOfGroup, groupsOfAccounts } from '@writ/installation';
import { listLanes, providerLaneId, type LaneView } from '@writ/lanes';
import { toWaiting } from '../operations/to-operation.ts';
import { countedUpTo, laneBacklogs, type LaneBacklog } from './lane-backlogs.ts';

type LanesAsked = { kind?: LaneKind; groupRef?: string; pageSize?: number; afterId: string | undefined };

const usualPageSize = 50;
/** Of more groups, or accounts of one group, it is told that there are so many. */
const mostGroups = 20;
const mostAccounts = 1_000;

/** A page of a project's lanes with their backlogs, by id; without a project, of all projects' lanes. Where more follow, the next one begins behind an id. */
export async function lanesPage(
  prisma: Prisma.TransactionClient,
  projectId: string | undefined,
  { kind, groupRef, pageSize = usualPageSize, afterId }: LanesAsked,
): Promise<{ lanes: Lane[]; nextBehind: string | undefined }> {
  const found = await listLanes(prisma, projectId, {
    ...(kind && { kind }),
    ...(projectId !== undefined &&
      groupRef !== undefined && { ids: await lanesOfGroup(prisma, projectId, groupRef) }),
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
  const accounts = lanes.flatMap(({ id, projectId, account }) =>
    account ? [{ id, projectId, ...account }] : [],
  );
  const groups = await groupsOfAccounts(prisma, accounts, mostGroups + 1);
  const groupsOf = new Map(accounts.map(({ id }, at) => [id, groups[at] ?? []]));
  const byLane = new Map(backlogs.flat().map((backlog) => [backlog.id, backlog]));
  return lanes.map((lane) => toLane(lane, byLane.get(lane.id), groupsOf.get(lane.id)));
}

/** Lanes of the accounts that a group has connected. */
async function lanesOfGroup(
  prisma: Prisma.TransactionClient,
  projectId: string,
  groupRef: string,
): Promise<readonly string[]> {
  const accounts = await accountsOfGroup(prisma, { projectId, groupRef, limit: mostAccounts });
  return accounts.map(providerLaneId);
}

function toLane(
  { id, projectId, kind, account, park, rate, createTime }: LaneView,
  backlog: LaneBacklog | undefined,
  groups: readonly string[] | undefined,
): Lane {
  const { queued = 0, oldestDue } = backlog ?? {};
  return {
    id,
    projectId,
    kind,
    ...account,
    ...(groups && { groupRefs: groups.slice(0, mostGroups) }),
    ...(groups && groups.length > mostGroups && { moreGroups: true }),
    queued: Math.min(queued, countedUpTo),
    ...(queued > countedUpTo && { moreQueued: true }),
    ...(oldestDue && { oldestDue: oldestDue.toISOString() }),
    rate,
    ...(park && { waiting: toWaiting(park) }),
    createTime: createTime.toISOString(),
  };
}
