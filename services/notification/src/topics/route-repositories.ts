import type { EventTopicRoute, EventType, TopicDestinationRoute } from '@writ/contracts';
import { isId, isUniqueViolation, newId, Prisma, type PrismaClient } from '@writ/db';

/** Routes of one kind. `add` gives the reason when there is such a route, or one of its ends has been removed. */
export type RouteRepository<Route, Ends> = {
  list(projectId: string): Promise<Route[]>;
  add(projectId: string, ends: Ends): Promise<Route | 'route-exists' | 'end-missing'>;
  /** False when there is none. */
  remove(projectId: string, routeId: string): Promise<boolean>;
};

export type EventTopicRoutes = RouteRepository<EventTopicRoute, { topicId: string; eventType: EventType }>;
export type TopicDestinationRoutes = RouteRepository<
  TopicDestinationRoute,
  { topicId: string; destinationId: string }
>;

/** Which event types a topic receives (Specification, Delivery rules, rule 1). */
export function eventTopicRoutes(prisma: PrismaClient): EventTopicRoutes {
  const table = prisma.notificationEventTopicRoute;
  return {
    list: async (projectId) => {
      const rows = await table.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
      return rows.map((row) => ({ ...commonFields(row), eventType: row.eventType as EventType }));
    },
    add: (projectId, ends) =>
      added(async () => {
        const row = await table.create({ data: { id: newId(), projectId, ...ends } });
        return { ...commonFields(row), eventType: ends.eventType };
      }),
    remove: async (projectId, id) =>
      isId(id) && (await table.deleteMany({ where: { id, projectId } })).count === 1,
  };
}

/** Which destinations a topic delivers to (Specification, Delivery rules, rule 2). */
export function topicDestinationRoutes(prisma: PrismaClient): TopicDestinationRoutes {
  const table = prisma.topicDestinationRoute;
  return {
    list: async (projectId) => {
      const rows = await table.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
      return rows.map((row) => ({ ...commonFields(row), destinationId: row.destinationId }));
    },
    add: (projectId, ends) =>
      added(async () => {
        const row = await table.create({ data: { id: newId(), projectId, ...ends } });
        return { ...commonFields(row), destinationId: row.destinationId };
      }),
    remove: async (projectId, id) =>
      isId(id) && (await table.deleteMany({ where: { id, projectId } })).count === 1,
  };
}

async function added<Route>(create: () => Promise<Route>): Promise<Route | 'route-exists' | 'end-missing'> {
  try {
    return await create();
  } catch (error) {
    if (isUniqueViolation(error)) return 'route-exists';
    if (isEndMissing(error)) return 'end-missing';
    throw error;
  }
}

const isEndMissing = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';

type RouteRow = { id: string; projectId: string; topicId: string; createTime: Date; updateTime: Date | null };

const commonFields = ({ id, projectId, topicId, createTime, updateTime }: RouteRow) => ({
  id,
  projectId,
  topicId,
  createTime: createTime.toISOString(),
  ...(updateTime && { updateTime: updateTime.toISOString() }),
});
