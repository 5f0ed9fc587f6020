import { laneSchema, pageOf, pageParameters, partialObject } from '@writ/contracts';
import { endpoint, holds, notFound, ok, pageTokens, Refusal, type Caller } from '@writ/http-kit';
import { findLane, lanesPage, type LaneReads } from '../lanes/lanes-page.ts';

const parameters = {
  kind: { enum: ['provider', 'destination'], description: 'Only lanes of this kind.' },
  waiting: {
    ...laneSchema.properties.waiting.properties.reason,
    description:
      'Only lanes whose `waiting` tells this reason: all that are `paused`; those where `quota` or `outage` has held up what was queued. An open breaker, or a destination that fails, holds up nothing by itself.',
  },
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

/** Who reads notifications alone is shown the lanes of destinations alone. */
const access = { scope: 'operations:read', or: ['notifications:read'] } as const;
const accessDescription = 'With `notifications:read` alone, only lanes of destinations.';
const seesAll = (caller: Caller): boolean => holds(caller, access.scope);

/** The project's backlogs, by provider account and by destination (Contract §4.7). */
export const getLanes = (reads: LaneReads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/lanes',
    summary: 'List lanes',
    access,
    query: partialObject({ properties: { groupRef, ...parameters } }),
    rules: tokens.rule,
    answers: { 200: page },
    docs: { description: accessDescription },
    handle: async (asked) => {
      const { kind } = asked.query;
      const isShown = seesAll(asked.caller) || kind !== 'provider';
      if (!isShown) throw notShown();
      const given = {
        ...asked.query,
        ...(!seesAll(asked.caller) && { kind: 'destination' as const }),
        afterId: tokens.placeOf(asked),
      };
      const { lanes, nextBehind } = await lanesPage(reads, asked.project.id, given);
      return ok({ results: lanes, pagination: tokens.paginationOf(asked, nextBehind) });
    },
  });

/** One of the project's backlogs. */
export const getLane = (reads: LaneReads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/lanes/:laneId',
    summary: 'Get a lane',
    access,
    answers: { 200: laneSchema },
    docs: { description: accessDescription },
    handle: async ({ project, params: { laneId }, caller }) => {
      const lane = await findLane(reads, project.id, laneId);
      if (!lane) throw laneNotFound(laneId);
      if (lane.kind === 'provider' && !seesAll(caller)) throw notShown();
      return ok(lane);
    },
  });

/** The backlogs of all projects, for operators. */
export const getAllLanes = (reads: LaneReads) =>
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
      const { lanes, nextBehind } = await lanesPage(reads, undefined, given);
      return ok({ results: lanes, pagination: allTokens.paginationOf(asked, nextBehind) });
    },
  });

/** One backlog of any project, for operators. */
export const getAnyLane = (reads: LaneReads) =>
  endpoint({
    method: 'get',
    path: '/lanes/:laneId',
    summary: 'Get a lane of any project',
    access: 'admin',
    answers: { 200: laneSchema },
    docs: { operationId: 'getAnyLane' },
    handle: async ({ params: { laneId } }) => {
      const lane = await findLane(reads, undefined, laneId);
      if (!lane) throw laneNotFound(laneId);
      return ok(lane);
    },
  });

const notShown = (): Refusal =>
  new Refusal('scope-missing', {
    detail: 'Lanes of provider accounts need the scope `operations:read`.',
    remedy: 'Use a key with the scope `operations:read`, or add it to this one.',
  });

export const laneNotFound = (laneId: string): Refusal =>
  notFound(
    'path',
    'laneId',
    laneId,
    'There is no lane with this id here; lanes are made by their first use.',
  );
