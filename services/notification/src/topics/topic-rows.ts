import type { Database, Prisma } from '@writ/db';
import { projectRows } from '@writ/tenancy';

type Db = Pick<Database, 'prisma' | 'transaction'>;
export type Topic = Prisma.TopicModel;
export type EventTopicRoute = Prisma.NotificationEventTopicRouteModel;
export type TopicDestinationRoute = Prisma.TopicDestinationRouteModel;

export const topicResources = {
  topic: 'topic',
  eventTopicRoute: 'notificationEventTopicRoute',
  topicDestinationRoute: 'topicDestinationRoute',
} as const;

/** The database removes their routes with them. */
export const topicRows = (database: Db) =>
  projectRows<Topic>(database, {
    table: 'topic',
    delegate: (prisma) => prisma.topic,
    resource: topicResources.topic,
  });

export const eventTopicRouteRows = (database: Db) =>
  projectRows<EventTopicRoute>(database, {
    table: 'notification_event_topic_route',
    delegate: (prisma) => prisma.notificationEventTopicRoute,
    resource: topicResources.eventTopicRoute,
  });

export const topicDestinationRouteRows = (database: Db) =>
  projectRows<TopicDestinationRoute>(database, {
    table: 'topic_destination_route',
    delegate: (prisma) => prisma.topicDestinationRoute,
    resource: topicResources.topicDestinationRoute,
  });
