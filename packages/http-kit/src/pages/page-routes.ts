import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { HostFacts } from '@writ/contracts';
import { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { catalogueRoutes } from '../error-catalogue/catalogue-routes.ts';
import { describeHost } from '../openapi/describe-host.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { notFound } from '../problems/refusal.ts';
import type { ProblemSettings } from '../problems/to-problem.ts';
import { escapeHtml, page } from './page.ts';

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
  const router = Router({ caseSensitive: true });
  router.use(['/docs', '/problems'], pageHeaders());
  router.use(catalogueRoutes(problems));
  addAssets(router);
  if (document) addReference(router, document);
  return router;
}

/**
 * For pages of ours: scripts, styles and pictures come from this host alone. Inline styles stay allowed, since the API
 * reference sets some; plain http is not upgraded, since a page is read on a machine without a certificate, too.
 */
const pageHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });

/** `/openapi.json` and `/docs`, the same for people (Contract §1): outside `/v1`, without a key. */
function addReference(router: Router, document: OpenApiDocument): void {
  const bytes = Buffer.from(JSON.stringify(document));
  const docs = page({
    title: String(document.info['title']),
    stylesheet: 'swagger-ui.css',
    body: `<div id="reference"><noscript>This page needs JavaScript; <a href="/openapi.json">the description</a> \
of ${escapeHtml(String(document.info['title']))} does not.</noscript></div>
<script src="/assets/swagger-ui-bundle.js"></script>
<script src="/assets/docs.js"></script>`,
  });
  router.get('/openapi.json', (_request, response) => void response.type('json').send(bytes));
  router.get('/docs', (_request, response) => void response.type('html').send(docs));
}

const maxAgeMs = 3_600_000;

/** Starts the API reference; a file of its own, since pages run no script that stands in them. */
const docsScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** `/assets/…`: what the pages load. They are served from here, so that pages work without the internet. */
function addAssets(router: Router): void {
  const require = createRequire(import.meta.url);
  const reference = dirname(require.resolve('swagger-ui-dist/package.json'));
  const folders = new Map([
    ['page.css', import.meta.dirname],
    ['swagger-ui.css', reference],
    ['swagger-ui-bundle.js', reference],
  ]);
  router.get('/assets/docs.js', (_request, response) => void response.type('js').send(docsScript));
  router.get('/assets/:file', ({ params: { file } }, response) => {
    const root = folders.get(file);
    if (root === undefined) throw notFound('path', 'file', file, 'There is no file with this name.');
    response.sendFile(file, { root, maxAge: maxAgeMs, acceptRanges: false });
  });
}
