import { type LaneKind, laneSchema, pageOf, pageParameters, partialObject } from '@writ/contracts';
import { isId, type Database } from '@writ/db';
import { endpoint, notFound, ok, pageTokens, type Refusal } from '@writ/http-kit';
import { pauseLane, resumeLane } from '@writ/lanes';
import { lanesPage, withBacklogs } from '../lanes/lanes-page.ts';

const query = partialObject({
  properties: {
    kind: { enum: ['provider', 'destination'], description: 'Only lanes of this kind.' },
    ...pageParameters({ most: 200, usual: 50 }),
  },
});

const tokens = pageTokens('lanes');

/** The project's backlogs, by provider account and by destination (Contract §4.7). */
export const getLanes = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/lanes',
    summary: 'List lanes',
    access: { scope: 'operations:manage' },
    query,
    rules: tokens.rule,
    answers: { 200: pageOf('LanePage', laneSchema) },
    handle: async (asked) => {
      const { project, query: given } = asked;
      const page = { ...given, afterId: tokens.placeOf(asked) };
      const { lanes, nextBehind } = await lanesPage(prisma, project.id, page);
      return ok({ results: lanes, pagination: tokens.paginationOf(asked, nextBehind) });
    },
  });

const pauseDescription = `Within two seconds nothing more is claimed from this lane until it is resumed; what is under way ends as usual. Writes and events are still accepted.
A write still ends at its deadline.`;

/** Pause a lane (Contract §4.7). */
export const pauseLaneByHand = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:pause',
    summary: 'Pause a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema },
    docs: { description: pauseDescription },
    handle: async ({ project, params: { laneId } }) => {
      const lane = isId(laneId) ? await pauseLane(prisma, project.id, laneId) : undefined;
      if (!lane) throw laneNotFound(laneId);
      return ok((await withBacklogs(prisma, [lane]))[0]);
    },
  });

const laneNotFound = (laneId: string): Refusal =>
  notFound(
    'path',
    'laneId',
    laneId,
    'The project has no lane with this id; lanes are made by their first use.',
  );

/** Let a paused lane go on, at once (Contract §4.7). */
export const resumeLaneByHand = ({
  prisma,
  wake,
}: Pick<Database, 'prisma'> & { wake: (kind: LaneKind, laneId: string) => void }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:resume',
    summary: 'Resume a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema },
    handle: async ({ project, params: { laneId } }) => {
      const lane = isId(laneId) ? await resumeLane(prisma, project.id, laneId) : undefined;
      if (!lane) throw laneNotFound(laneId);
      wake(lane.kind, laneId);
      return ok((await withBacklogs(prisma, [lane]))[0]);
    },
  });
