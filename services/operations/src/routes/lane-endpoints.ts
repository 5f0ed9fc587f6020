import {
  lanePauseSchema,
  laneSchema,
  pageOf,
  pageParameters,
  partialObject,
  type Actor,
  type Lane,
  type LaneKind,
} from '@writ/contracts';
import { isId, type Database, type Prisma } from '@writ/db';
import { endpoint, holds, ok, type Caller, type Endpoint, type Project } from '@writ/http';
import { existing, Refusal } from '@writ/problems';
import { pauseLane, resumeLane, type LaneView } from '@writ/lanes';
import { paged } from '@writ/service-parts';
import { insertAuditEntries } from '@writ/tenancy';
import { findLane, lanesPage, withBacklogs, type LaneReads } from '../lanes/lanes-page.ts';

type LaneDeps = LaneReads &
  Pick<Database, 'transaction'> & { wake: (kind: LaneKind, laneId: string) => void };

const access = { scope: 'operations:read', or: ['notifications:read'] } as const;
const accessDescription = 'With `notifications:read` alone, only lanes of destinations.';
const seesAll = (caller: Caller): boolean => holds(caller, access.scope);

/** In the path's project, or for operators in any. */
const inProject = {
  base: '/projects/:projectIdOrName/lanes',
  ofAny: '',
  reads: access,
  manages: { scope: 'operations:manage' },
} as const;
const inAny = { base: '/lanes', ofAny: ' of any project', reads: 'admin', manages: 'admin' } as const;
type Place = typeof inProject | typeof inAny;

/** Of a project, and for operators of all (Contract §4.7). */
export const laneEndpoints = (deps: LaneDeps): readonly Endpoint[] => [
  getLanes(deps),
  getLane(deps, inProject),
  pauseLaneAt(deps, inProject),
  resumeLaneAt(deps, inProject),
  getAllLanes(deps),
  getLane(deps, inAny),
  pauseLaneAt(deps, inAny),
  resumeLaneAt(deps, inAny),
];

const parameters = {
  kind: { enum: ['provider', 'destination'], description: 'Only lanes of this kind.' },
  waiting: {
    ...laneSchema.properties.waiting.properties.reason,
    description:
      'Only lanes whose `waiting` has this reason: all that are `paused`; those where `quota` or `outage` delays queued work. An open breaker, or a destination that fails, delays nothing by itself.',
  },
  ...pageParameters({ most: 200, usual: 50 }),
} as const;
const groupRef = {
  type: 'string',
  minLength: 1,
  description: 'Only lanes of accounts that this group has connected.',
} as const;

const common = { page: pageOf('LanePage', laneSchema), usualPageSize: 50 };

export const getLanes = (reads: LaneReads) =>
  paged({
    ...common,
    list: 'lanes',
    path: '/projects/:projectIdOrName/lanes',
    summary: 'List lanes',
    access,
    query: partialObject({ properties: { groupRef, ...parameters } }),
    docs: { description: accessDescription },
    read: ({ project, caller }, span, filter) => {
      if (seesAll(caller)) return lanesPage(reads, project.id, { ...filter, ...span });
      if (filter.kind === 'provider') throw notShown();
      return lanesPage(reads, project.id, { ...filter, ...span, kind: 'destination' });
    },
  });

const getAllLanes = (reads: LaneReads) =>
  paged({
    ...common,
    list: 'all lanes',
    path: '/lanes',
    summary: 'List the lanes of all projects',
    access: 'admin',
    query: partialObject({ properties: parameters }),
    docs: { operationId: 'getAllLanes' },
    read: (_, span, filter) => lanesPage(reads, undefined, { ...filter, ...span }),
  });

const getLane = (reads: LaneReads, place: Place) =>
  endpoint({
    method: 'get',
    path: `${place.base}/:laneId`,
    summary: `Get a lane${place.ofAny}`,
    access: place.reads,
    answers: { 200: laneSchema },
    docs: place === inAny ? { operationId: 'getAnyLane' } : { description: accessDescription },
    handle: async ({ project, params: { laneId }, caller }) => {
      const lane = known(await findLane(reads, projectOf(place, project), laneId), laneId);
      if (lane.kind === 'provider' && !seesAll(caller)) throw notShown();
      return ok(lane);
    },
  });

const pauseDescription = `Within two seconds, workers stop claiming work from this lane until it is resumed; attempts in flight end as usual. Writes and events are still accepted.
A write still ends at its deadline. If a lane is paused again, the last pause is shown.`;

const pauseLaneAt = (deps: LaneDeps, place: Place) =>
  endpoint({
    method: 'post',
    path: `${place.base}/:laneId\\:pause`,
    summary: `Pause a lane${place.ofAny}`,
    access: place.manages,
    body: lanePauseSchema,
    bodyOptional: true,
    answers: { 200: laneSchema },
    docs: {
      description: pauseDescription,
      ...(place === inAny && { operationId: 'postAnyLanePause' }),
    },
    handle: async ({ project, params, by, body }) => {
      const { reason } = body;
      const change = { laneId: params.laneId, by, after: { paused: true, reason } };
      const lane = await changed(deps, change, (prisma, laneId) =>
        pauseLane(prisma, projectOf(place, project), laneId, { by, reason }),
      );
      return ok((await withBacklogs(deps, [lane]))[0]);
    },
  });

const resumeLaneAt = (deps: LaneDeps, place: Place) =>
  endpoint({
    method: 'post',
    path: `${place.base}/:laneId\\:resume`,
    summary: `Resume a lane${place.ofAny}`,
    access: place.manages,
    answers: { 200: laneSchema },
    docs: place === inAny ? { operationId: 'postAnyLaneResume' } : {},
    handle: async ({ project, params, by }) => {
      const change = { laneId: params.laneId, by, after: { paused: false } };
      const lane = await changed(deps, change, (prisma, laneId) =>
        resumeLane(prisma, projectOf(place, project), laneId),
      );
      deps.wake(lane.kind, lane.id);
      return ok((await withBacklogs(deps, [lane]))[0]);
    },
  });

const projectOf = (place: Place, project: Project): string | undefined =>
  place === inProject ? project.id : undefined;

type Change = {
  laneId: string;
  by: Actor;
  after: { paused: boolean; reason?: string | undefined };
};

const changed = (
  { transaction }: LaneDeps,
  { laneId, by, after }: Change,
  change: (prisma: Prisma.TransactionClient, laneId: string) => Promise<LaneView | undefined>,
): Promise<LaneView> =>
  transaction(async ({ prisma }) => {
    const lane = known(isId(laneId) ? await change(prisma, laneId) : undefined, laneId);
    const { id, projectId } = lane;
    await insertAuditEntries(prisma, by, { resource: 'lane', after: { id, projectId, ...after } });
    return lane;
  });

const notShown = (): Refusal =>
  new Refusal('scope-missing', {
    detail: 'Lanes of provider accounts need the scope `operations:read`.',
    remedy: 'Use a key with the scope `operations:read`, or add it to this one.',
  });

const known = <Found extends Lane | LaneView>(lane: Found | undefined, laneId: string): Found =>
  existing(lane, 'laneId', laneId, 'No lane has this id; a lane is created when it is first used.');
