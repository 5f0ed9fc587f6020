import type { Lane, LaneKind } from '@writ/contracts';
import { isId, type Prisma } from '@writ/db';
import { accountsOfGroup, groupsOfAccounts } from '@writ/installation';
import { listLanes, providerLaneId, type LaneView } from '@writ/lanes';
import type { LaneFault } from '@writ/operation';
import { toWaiting } from '../operations/to-operation.ts';
import { accountFigures, type FaultlessLook } from './account-figures.ts';
import { countedUpTo, laneActivity, laneBacklogs, type LaneBacklog } from './lane-backlogs.ts';

export type LaneReads = { prisma: Prisma.TransactionClient; look: FaultlessLook };

type LanesAsked = {
  kind?: LaneKind;
  groupRef?: string;
  waiting?: NonNullable<Lane['waiting']>['reason'];
  limit: number;
  place: string | undefined;
};

/** Beyond these, only "more" is reported: groups of a lane, accounts of a group. */
const mostGroups = 20;
const mostAccounts = 1_000;

/** By id; of all projects without a project. */
export async function lanesPage(
  { prisma, look }: LaneReads,
  projectId: string | undefined,
  { kind, groupRef, waiting, limit, place }: LanesAsked,
): Promise<{ results: Lane[]; next: string | undefined }> {
  const found = await listLanes(prisma, projectId, {
    ...(kind && { kind }),
    ...(waiting && { waiting }),
    ...(projectId !== undefined &&
      groupRef !== undefined && { ids: await lanesOfGroup(prisma, projectId, groupRef) }),
    ...(place !== undefined && { afterId: place }),
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  return {
    results: await withBacklogs({ prisma, look }, shown),
    next: found.length > limit ? shown.at(-1)?.id : undefined,
  };
}

/** Of a project or of any. */
export async function findLane(
  reads: LaneReads,
  projectId: string | undefined,
  laneId: string,
): Promise<Lane | undefined> {
  const found = isId(laneId) ? await listLanes(reads.prisma, projectId, { ids: [laneId], limit: 1 }) : [];
  return (await withBacklogs(reads, found))[0];
}

export async function withBacklogs({ prisma, look }: LaneReads, lanes: readonly LaneView[]): Promise<Lane[]> {
  const byKind = [...Map.groupBy(lanes, ({ kind }) => kind)];
  const accounts = lanes.flatMap(({ id, projectId, account }) =>
    account ? [{ id, projectId, ...account }] : [],
  );
  const [backlogs, activity, groups, figures] = await Promise.all([
    Promise.all(byKind.map(([kind, own]) => laneBacklogs(prisma, kind, own))),
    Promise.all(byKind.map(([kind, own]) => laneActivity(prisma, kind, own))),
    groupsOfAccounts(prisma, accounts, mostGroups + 1),
    Promise.all(lanes.map((lane) => accountFigures(look, lane))),
  ]);
  const groupsOf = new Map(accounts.map(({ id }, at) => [id, groups[at] ?? []]));
  const backlogOf = byId(backlogs.flat());
  const activityOf = byId(activity.flat());
  return lanes.map((lane, at) => ({
    ...toLane(lane, backlogOf.get(lane.id), groupsOf.get(lane.id)),
    ...toActivity(activityOf.get(lane.id)),
    ...figures[at],
  }));
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

type Activity = Awaited<ReturnType<typeof laneActivity>>[number];

function toActivity(
  activity: Activity | undefined,
): Pick<Lane, 'inFlight' | 'lastFault' | 'failing' | 'disabled'> {
  const { inFlight = 0, fault, failingSince: since, failuresInRow, disabled } = activity ?? {};
  return {
    inFlight,
    ...(fault && { lastFault: toFault(fault) }),
    ...(since && { failing: { since: since.toISOString(), failuresInRow: failuresInRow ?? 0 } }),
    ...(disabled === true && { disabled }),
  };
}

/** The database writes absent members as null, and times in another form. */
const toFault = ({ id, time, message, code, status }: LaneFault): NonNullable<Lane['lastFault']> => ({
  id,
  time: new Date(time).toISOString(),
  message,
  ...(code && { code }),
  ...(status && { status }),
});

async function lanesOfGroup(
  prisma: Prisma.TransactionClient,
  projectId: string,
  groupRef: string,
): Promise<readonly string[]> {
  const accounts = await accountsOfGroup(prisma, { projectId, groupRef, limit: mostAccounts });
  return accounts.map(providerLaneId);
}

function toLane(
  { id, projectId, kind, account, park, pause, rate, createTime }: LaneView,
  backlog: LaneBacklog | undefined,
  groups: readonly string[] | undefined,
): Omit<Lane, 'inFlight'> {
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
    ...(pause && { paused: { ...pause, time: pause.time.toISOString() } }),
    createTime: createTime.toISOString(),
  };
}
