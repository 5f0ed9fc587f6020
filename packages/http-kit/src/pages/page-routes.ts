import type { HostFacts } from '@writ/contracts';
import type { ProblemSettings } from '../problems/to-problem.ts';
import { Router } from 'express';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { catalogueRoutes } from '../error-catalogue/catalogue-routes.ts';
import { describeHost } from '../openapi/describe-host.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { openApiRoutes } from '../openapi/openapi-routes.ts';
import { assetRoutes } from './assets.ts';
import { pageHeaders } from '../endpoint/page-headers.ts';

/** What a host tells of itself: its error catalogue, and its description where it has one. */
export function pageRoutes(host: {
  api?: HostFacts;
  /** The description of all of a host that several processes answer for; absent: of these endpoints. */
  document?: OpenApiDocument;
  endpoints: readonly Endpoint[];
  problems: ProblemSettings;
}): Router {
  const { api, endpoints, problems } = host;
  const document = host.document ?? (api && describeHost({ api, endpoints, problems }));
  const router = Router();
  router.use(['/docs', '/problems'], pageHeaders());
  router.use(assetRoutes(), catalogueRoutes(problems));
  if (document) router.use(openApiRoutes(document));
  return router;
}
