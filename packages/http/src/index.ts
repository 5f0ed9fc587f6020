export { holderIn, holds, sessionOf, type Caller, type Project } from './caller.ts';
export { createHttpApp, type HostPages, type HttpApp, type HttpAppOptions } from './create-http-app.ts';
export {
  accepted,
  created,
  endpoint,
  noContent,
  ok,
  scopesOf,
  scopesText,
  type Access,
  type Endpoint,
  type EndpointDocs,
  type EndpointRequest,
  type FaultPage,
  type HtmlPage,
  type NamedExamples,
  type Reply,
  type Rules,
} from './endpoint.ts';
export type { JSONSchema } from 'json-schema-to-ts';
export { pageRefused } from './endpoint/allowed.ts';
export { notAuthenticated, sameText } from './endpoint/find-caller.ts';
export { rulesOfMany } from './endpoint/means-many.ts';
export { capital, operationIdIn, pathTemplate, withoutProject } from './endpoint/operation-id.ts';
export { sessionCookie } from './endpoint/session-cookie.ts';
export { documentHeaders, unlessKnown } from './endpoint/unless-known.ts';
export { createHealthApp, createMetricsApp } from './host/health-routes.ts';
export { listen, type Listening, type ListenOptions } from './host/listen.ts';
export { isAddressRange } from './input/address-range.ts';
export { hide, hidesNothing, unhide } from './input/hidden.ts';
export { hideQuery, unhideQuery } from './input/hidden-query.ts';
export { linkedPages } from './input/linked-pages.ts';
export { pageTokens } from './input/page-token.ts';
export { takesBody } from './input/read-input.ts';
export { createRateLimit, type RateLimit } from './rate-limit/rate-limit.ts';
