import type { Database } from '@writ/db';
import type { EventBus } from '@writ/event-bus';
import type { Endpoint } from '@writ/http-kit';
import type { LaneWaker } from '@writ/lanes';
import type { Clock } from '@writ/service-kit';
import type { Agent } from 'undici';
import type { CheckMetadata } from './destinations/check-destination.ts';
import type { DestinationRepository } from './destinations/destination-repository.ts';
import { deleteDestination } from './routes/delete-destination.ts';
import { deleteEventTopicRoute } from './routes/delete-event-topic-route.ts';
import { deleteTopicDestinationRoute } from './routes/delete-topic-destination-route.ts';
import { deleteTopic } from './routes/delete-topic.ts';
import { disableDestinationByHand } from './routes/disable-destination-by-hand.ts';
import { enableDestination } from './routes/enable-destination.ts';
import { getDeliveries } from './routes/get-deliveries.ts';
import { getDelivery } from './routes/get-delivery.ts';
import { getDestination } from './routes/get-destination.ts';
import { getDestinations } from './routes/get-destinations.ts';
import { getEventTopicRoutes } from './routes/get-event-topic-routes.ts';
import { getTopicDestinationRoutes } from './routes/get-topic-destination-routes.ts';
import { getTopics } from './routes/get-topics.ts';
import { patchDestination } from './routes/patch-destination.ts';
import { patchTopic } from './routes/patch-topic.ts';
import { postDestination } from './routes/post-destination.ts';
import { postEventTopicRoute } from './routes/post-event-topic-route.ts';
import { postEvents } from './routes/post-events.ts';
import { postTopicDestinationRoute } from './routes/post-topic-destination-route.ts';
import { postTopic } from './routes/post-topic.ts';
import { redeliver } from './routes/redeliver.ts';
import { replayDestination } from './routes/replay-destination.ts';
import { rotateSecret } from './routes/rotate-secret.ts';
import { testDestination } from './routes/test-destination.ts';
import type { EventTopicRoutes, TopicDestinationRoutes } from './topics/route-repositories.ts';
import type { TopicRepository } from './topics/topic-repository.ts';

/** What the endpoints stand on. */
export type EndpointDeps = Pick<Database, 'pool' | 'prisma'> & {
  clock: Clock;
  agent: Agent;
  waker: Pick<LaneWaker, 'wake'>;
  bus: Pick<EventBus, 'publish'>;
  pokeRelay: () => void;
  topics: TopicRepository;
  eventTopicRoutes: EventTopicRoutes;
  topicDestinationRoutes: TopicDestinationRoutes;
  destinations: DestinationRepository;
  checkMetadata: CheckMetadata;
};

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
  getEventTopicRoutes(deps),
  postEventTopicRoute(deps),
  deleteEventTopicRoute(deps),
  getTopicDestinationRoutes(deps),
  postTopicDestinationRoute(deps),
  deleteTopicDestinationRoute(deps),
  getDeliveries(deps),
  getDelivery(deps),
  redeliver(deps),
  postEvents(deps),
];
