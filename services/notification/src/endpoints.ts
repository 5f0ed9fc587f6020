import type { Endpoint } from '@writ/http';
import { deadLetterEndpoints } from './dead-letters/dead-letter-endpoints.ts';
import { eventSchemaEndpoints } from './event-schemas/event-schema-endpoints.ts';
import { deliveryEndpoints } from './routes/delivery-endpoints.ts';
import { destinationEndpoints } from './routes/destination-endpoints.ts';
import type { EndpointDeps } from './routes/endpoint-deps.ts';
import { eventEndpoints } from './routes/event-endpoints.ts';
import { eventTopicRouteEndpoints, topicDestinationRouteEndpoints } from './routes/route-endpoints.ts';
import { topicEndpoints } from './routes/topic-endpoints.ts';

/** In the order of the OpenAPI document. */
export const notificationEndpoints = (deps: EndpointDeps): readonly Endpoint[] => [
  ...topicEndpoints(deps),
  ...destinationEndpoints(deps),
  ...eventTopicRouteEndpoints(deps),
  ...topicDestinationRouteEndpoints(deps),
  ...deliveryEndpoints(deps),
  ...eventEndpoints(deps),
  ...deadLetterEndpoints(deps),
  ...eventSchemaEndpoints(),
];
