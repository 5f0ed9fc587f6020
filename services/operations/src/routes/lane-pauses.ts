import { lanePauseSchema, laneSchema, type Actor, type Lane, type LaneKind } from '@writ/contracts';
import { isId, type Database, type Prisma } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { pauseLane, resumeLane, type LaneView } from '@writ/lanes';
import { insertAuditEntries } from '@writ/tenancy';
import { withBacklogs, type LaneReads } from '../lanes/lanes-page.ts';
import { laneNotFound } from './lane-endpoints.ts';

type Changes = LaneReads & Pick<Database, 'transaction'>;
type Resumes = Changes & { wake: (kind: LaneKind, laneId: string) => void };

const pauseDescription = `Within two seconds nothing more is claimed from this lane until it is resumed; what is under way ends as usual. Writes and events are still accepted.
A write still ends at its deadline. Paused again, the last pause is the one that is told.`;
const pause = {
  method: 'post',
  access: { scope: 'operations:manage' },
  body: lanePauseSchema,
  bodyOptional: true,
  answers: { 200: laneSchema },
} as const;

/** Pause a lane (Contract §4.7). */
export const pauseLaneByHand = (deps: Changes) =>
  endpoint({
    ...pause,
    path: '/projects/:projectIdOrName/lanes/:laneId\\:pause',
    summary: 'Pause a lane',
    docs: { description: pauseDescription },
    handle: async ({ project, params: { laneId }, by, body }) =>
      ok(await paused(deps, { projectId: project.id, laneId, by, ...body })),
  });

/** Pause a lane of any project, for operators. */
export const pauseAnyLane = (deps: Changes) =>
  endpoint({
    ...pause,
    path: '/lanes/:laneId\\:pause',
    summary: 'Pause a lane of any project',
    access: 'admin',
    docs: { operationId: 'postAnyLanePause', description: pauseDescription },
    handle: async ({ params: { laneId }, by, body }) =>
      ok(await paused(deps, { projectId: undefined, laneId, by, ...body })),
  });

/** Let a paused lane go on, at once (Contract §4.7). */
export const resumeLaneByHand = (deps: Resumes) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:resume',
    summary: 'Resume a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema },
    handle: async ({ project, params: { laneId }, by }) =>
      ok(await resumed(deps, { projectId: project.id, laneId, by })),
  });

/** Let a paused lane of any project go on, for operators. */
export const resumeAnyLane = (deps: Resumes) =>
  endpoint({
    method: 'post',
    path: '/lanes/:laneId\\:resume',
    summary: 'Resume a lane of any project',
    access: 'admin',
    answers: { 200: laneSchema },
    docs: { operationId: 'postAnyLaneResume' },
    handle: async ({ params: { laneId }, by }) =>
      ok(await resumed(deps, { projectId: undefined, laneId, by })),
  });

type Asked = { projectId: string | undefined; laneId: string; by: Actor };

async function paused(
  deps: Changes,
  { projectId, laneId, by, reason }: Asked & { reason?: string },
): Promise<Lane | undefined> {
  const lane = await changed(deps, { laneId, by, after: { paused: true, reason } }, (prisma) =>
    pauseLane(prisma, projectId, laneId, { by, reason }),
  );
  return (await withBacklogs(deps, [lane]))[0];
}

async function resumed(deps: Resumes, { projectId, laneId, by }: Asked): Promise<Lane | undefined> {
  const lane = await changed(deps, { laneId, by, after: { paused: false } }, (prisma) =>
    resumeLane(prisma, projectId, laneId),
  );
  deps.wake(lane.kind, laneId);
  return (await withBacklogs(deps, [lane]))[0];
}

const changed = (
  { transaction }: Changes,
  {
    laneId,
    by,
    after,
  }: { laneId: string; by: Actor; after: { paused: boolean; reason?: string | undefined } },
  change: (prisma: Prisma.TransactionClient) => Promise<LaneView | undefined>,
) =>
  transaction(async ({ prisma }) => {
    const lane = isId(laneId) ? await change(prisma) : undefined;
    if (!lane) throw laneNotFound(laneId);
    const { id, projectId } = lane;
    await insertAuditEntries(prisma, by, { resource: 'lane', after: { id, projectId, ...after } });
    return lane;
  });
