export { holds, type Authentication, type Caller, type Project } from './caller.ts';
export { createHttpApp, type HttpApp, type HttpAppOptions } from './create-http-app.ts';
export {
  accepted,
  created,
  endpoint,
  noContent,
  ok,
  plainText,
  type Endpoint,
  type Reply,
} from './endpoint.ts';
export { hide, hidesNothing, unhide } from './hidden.ts';
export { createHealthApp } from './health-routes.ts';
export { pageTokens } from './page-token.ts';
export { createRateLimit, type RateLimit } from './rate-limit/rate-limit.ts';
export { listen, type Listening } from './listen.ts';
export { assertMatchesOpenApi } from './openapi/assert-matches-open-api.ts';
export { openApiWitness } from './openapi/open-api-witness.ts';
export { describeHost } from './openapi/describe-host.ts';
export type { ApiFacts, OpenApiDocument } from './openapi/openapi-document.ts';
