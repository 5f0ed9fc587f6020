import type { Endpoint } from '@writ/http-kit';
import { redeliverMany } from './routes/redeliver-many.ts';
import { getEventSchema, getEventSchemas } from './event-schemas/event-schema-endpoints.ts';
import { getDeliveries, getDelivery, redeliver, reportDelivery } from './routes/delivery-endpoints.ts';
import {
  discardLetter,
  getDeadLetter,
  getDeadLetters,
  replayLetter,
} from './dead-letters/dead-letter-endpoints.ts';
import {
  deleteDestination,
  disableDestinationByHand,
  enableDestination,
  getDestination,
  getDestinations,
  pullDestination,
  replayDestination,
  rotateSecret,
} from './routes/destination-endpoints.ts';
import type { EndpointDeps } from './routes/endpoint-deps.ts';
import { getEvent, getEvents, replayEventEndpoint } from './routes/event-endpoints.ts';
import { patchDestination } from './routes/patch-destination.ts';
import { postDestination } from './routes/post-destination.ts';
import { postEvents } from './routes/post-events.ts';
import { postTopic } from './routes/post-topic.ts';
import {
  deleteEventTopicRoute,
  deleteTopicDestinationRoute,
  getEventTopicRoutes,
  getTopicDestinationRoutes,
  postEventTopicRoute,
  postTopicDestinationRoute,
} from './routes/route-endpoints.ts';
import { testDestination } from './routes/test-destination.ts';
import { deleteTopic, getTopics, patchTopic } from './routes/topic-endpoints.ts';

/** Every endpoint of the service (Contract §6). */
export const notificationEndpoints = (deps: EndpointDeps): readonly Endpoint[] => [
  getTopics(deps),
  postTopic(deps),
  patchTopic(deps),
  deleteTopic(deps),
  getDestinations(deps),
  postDestination(deps),
  getDestination(deps),
  patchDestination(deps),
  deleteDestination(deps),
  rotateSecret(deps),
  enableDestination(deps),
  disableDestinationByHand(deps),
  testDestination(deps),
  replayDestination(deps),
  pullDestination(deps),
  getEventTopicRoutes(deps),
  postEventTopicRoute(deps),
  deleteEventTopicRoute(deps),
  getTopicDestinationRoutes(deps),
  postTopicDestinationRoute(deps),
  deleteTopicDestinationRoute(deps),
  getDeliveries(deps),
  redeliverMany(deps),
  getDelivery(deps),
  redeliver(deps),
  reportDelivery(deps),
  postEvents(deps),
  getEvents(deps),
  getEvent(deps),
  replayEventEndpoint(deps),
  getDeadLetters(deps),
  getDeadLetter(deps),
  replayLetter(deps),
  discardLetter(deps),
  getEventSchemas(),
  getEventSchema(),
];
