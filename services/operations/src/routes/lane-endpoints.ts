import {
  type Actor,
  type LaneKind,
  laneSchema,
  pageOf,
  pageParameters,
  partialObject,
} from '@writ/contracts';
import { isId, type Database } from '@writ/db';
import { endpoint, notFound, ok, pageTokens, type Refusal } from '@writ/http-kit';
import { pauseLane, resumeLane } from '@writ/lanes';
import { insertAuditEntries } from '@writ/tenancy';
import { lanesPage, withBacklogs } from '../lanes/lanes-page.ts';

type Reads = Pick<Database, 'prisma'>;
type Changes = Pick<Database, 'prisma' | 'transaction'>;
type Resumes = Changes & { wake: (kind: LaneKind, laneId: string) => void };

const parameters = {
  kind: { enum: ['provider', 'destination'], description: 'Only lanes of this kind.' },
  ...pageParameters({ most: 200, usual: 50 }),
} as const;
const groupRef = {
  type: 'string',
  minLength: 1,
  description: 'Only lanes of accounts that this group has connected.',
} as const;

const page = pageOf('LanePage', laneSchema);
const tokens = pageTokens('lanes');
const allTokens = pageTokens('all lanes');

/** The project's backlogs, by provider account and by destination (Contract §4.7). */
export const getLanes = ({ prisma }: Reads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/lanes',
    summary: 'List lanes',
    access: { scope: 'operations:read' },
    query: partialObject({ properties: { groupRef, ...parameters } }),
    rules: tokens.rule,
    answers: { 200: page },
    handle: async (asked) => {
      const given = { ...asked.query, afterId: tokens.placeOf(asked) };
      const { lanes, nextBehind } = await lanesPage(prisma, asked.project.id, given);
      return ok({ results: lanes, pagination: tokens.paginationOf(asked, nextBehind) });
    },
  });

/** The backlogs of all projects, for operators. */
export const getAllLanes = ({ prisma }: Reads) =>
  endpoint({
    method: 'get',
    path: '/lanes',
    summary: 'List the lanes of all projects',
    access: 'admin',
    query: partialObject({ properties: parameters }),
    rules: allTokens.rule,
    answers: { 200: page },
    docs: { operationId: 'getAllLanes' },
    handle: async (asked) => {
      const given = { ...asked.query, afterId: allTokens.placeOf(asked) };
      const { lanes, nextBehind } = await lanesPage(prisma, undefined, given);
      return ok({ results: lanes, pagination: allTokens.paginationOf(asked, nextBehind) });
    },
  });

const pauseDescription = `Within two seconds nothing more is claimed from this lane until it is resumed; what is under way ends as usual. Writes and events are still accepted.
A write still ends at its deadline.`;

/** Pause a lane (Contract §4.7). */
export const pauseLaneByHand = (deps: Changes) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:pause',
    summary: 'Pause a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema },
    docs: { description: pauseDescription },
    handle: async ({ project, params: { laneId }, by }) => ok(await paused(deps, project.id, laneId, by)),
  });

/** Pause a lane of any project, for operators. */
export const pauseAnyLane = (deps: Changes) =>
  endpoint({
    method: 'post',
    path: '/lanes/:laneId\\:pause',
    summary: 'Pause a lane of any project',
    access: 'admin',
    answers: { 200: laneSchema },
    docs: { operationId: 'postAnyLanePause', description: pauseDescription },
    handle: async ({ params: { laneId }, by }) => ok(await paused(deps, undefined, laneId, by)),
  });

/** Let a paused lane go on, at once (Contract §4.7). */
export const resumeLaneByHand = (deps: Resumes) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:resume',
    summary: 'Resume a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema },
    handle: async ({ project, params: { laneId }, by }) => ok(await resumed(deps, project.id, laneId, by)),
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
    handle: async ({ params: { laneId }, by }) => ok(await resumed(deps, undefined, laneId, by)),
  });

async function paused(deps: Changes, projectId: string | undefined, laneId: string, by: Actor) {
  const lane = await changed(deps, { projectId, laneId, paused: true }, by);
  return (await withBacklogs(deps.prisma, [lane]))[0];
}

async function resumed(deps: Resumes, projectId: string | undefined, laneId: string, by: Actor) {
  const lane = await changed(deps, { projectId, laneId, paused: false }, by);
  deps.wake(lane.kind, laneId);
  return (await withBacklogs(deps.prisma, [lane]))[0];
}

const changed = (
  { transaction }: Changes,
  { projectId, laneId, paused: isPaused }: { projectId: string | undefined; laneId: string; paused: boolean },
  by: Actor,
) =>
  transaction(async ({ prisma }) => {
    const change = isPaused ? pauseLane : resumeLane;
    const lane = isId(laneId) ? await change(prisma, projectId, laneId) : undefined;
    if (!lane) throw laneNotFound(laneId);
    const after = { id: lane.id, projectId: lane.projectId, paused: isPaused };
    await insertAuditEntries(prisma, by, { resource: 'lane', after });
    return lane;
  });

const laneNotFound = (laneId: string): Refusal =>
  notFound(
    'path',
    'laneId',
    laneId,
    'There is no lane with this id here; lanes are made by their first use.',
  );
