export { holderIn, holds, sessionOf, type Caller, type Project } from './caller.ts';
export { pageRefused } from './endpoint/allowed.ts';
export { notAuthenticated, sameText } from './endpoint/find-caller.ts';
export { sessionCookie } from './endpoint/session-cookie.ts';
export { isAddressRange } from './input/address-range.ts';
export { createHttpApp, type HttpApp, type HttpAppOptions } from './create-http-app.ts';
export {
  accepted,
  created,
  endpoint,
  noContent,
  ok,
  type Endpoint,
  type HtmlPage,
  type Reply,
} from './endpoint.ts';
export { rulesOfMany } from './endpoint/means-many.ts';
export { unlessKnown } from './endpoint/unless-known.ts';
export { hide, hidesNothing, unhide } from './input/hidden.ts';
export { hideQuery, unhideQuery } from './input/hidden-query.ts';
export { createHealthApp, createMetricsApp } from './host/health-routes.ts';
export { linkedPages } from './input/linked-pages.ts';
export { pageTokens } from './input/page-token.ts';
export { shapeFaults, type ShapeFault } from './input/shape-faults.ts';
export { createRateLimit, type RateLimit } from './rate-limit/rate-limit.ts';
export { listen, type Listening, type ListenOptions } from './host/listen.ts';
export { describeHost } from './openapi/describe-host.ts';
export { openerPage } from './pages/opener-page.ts';
export type { Site } from './pages/site.ts';
export type { OpenApiDocument } from './openapi/openapi-document.ts';
export type { ProviderCauses } from './error-catalogue/provider-causes.ts';
export { typicalCauses } from './error-catalogue/typical-causes.ts';
export { nearestName } from './problems/nearest-name.ts';
export { outcomeUnknown } from './problems/outcome-unknown.ts';
export { problemKinds, type ProblemKind } from './problems/problem-kinds.ts';
export {
  assertFaultless,
  Fault,
  faultOf,
  invalidInput,
  issuesOf,
  mostIssues,
  notFound,
  Refusal,
  together,
  withoutFaults,
  type Found,
  type IssueInput,
  type Issues,
  type RefusalFacts,
} from './problems/refusal.ts';
export { toProblem } from './problems/to-problem.ts';
export { createSchemaCompiler } from './problems/validator.ts';
