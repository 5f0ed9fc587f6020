import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { documentHeaders, type Endpoint, type HostPages } from '@writ/http';
import { notFound, type ProblemSettings } from '@writ/problems';
import { catalogueRoutes } from './error-catalogue/catalogue-routes.ts';
import { describeHost } from './openapi/describe-host.ts';
import { consoleRoutes } from './pages/console-routes.ts';
import { documentPages } from './pages/documents/document-pages.ts';
import { homePage } from './pages/home-page.ts';
import { referencePage } from './pages/reference-page.ts';
import type { Site } from './pages/site.ts';
import { unknownPage } from './pages/unknown-page.ts';

/**
 * The pages of a host, outside `/v1` and without a key (Contract §1): `/`, `/docs`, `/guide`, `/problems`,
 * `/console`, `/openapi.json` and `/asyncapi.json`.
 */
export const sitePages =
  (site: Site) =>
  ({ endpoints, problems }: Described): HostPages => {
    const document = site.document ?? describeHost({ api: site.api, endpoints, problems });
    const router = Router({ caseSensitive: true });
    const headers = pageHeaders(["'self'", "'unsafe-inline'"]);
    router.use(['/docs', '/guide', '/problems'], headers);
    router.get('/', headers, sendPage(homePage(site)));
    router.get('/docs', sendPage(referencePage(site, document)));
    router.use(guideRoutes(site));
    router.use(catalogueRoutes(site, problems));
    router.get('/openapi.json', sendDocument(document));
    if (site.events) router.get('/asyncapi.json', sendDocument(site.events));
    addAssets(router);
    if (site.console) router.use(consoleRoutes(site.console, site, pageHeaders(["'self'"])));
    return { routes: router, unknown: unknownPage(site) };
  };

type Described = { endpoints: readonly Endpoint[]; problems: ProblemSettings };

/** Answers share the bytes: unread ones take no memory. */
function sendPage(html: string): RequestHandler {
  const bytes = Buffer.from(html);
  return (_request, response) => void response.type('html').send(bytes);
}

function sendDocument(document: object): RequestHandler {
  const text = JSON.stringify(document);
  const [bytes, headers] = [Buffer.from(text), documentHeaders(text)];
  return (_request, response) => void response.type('json').set(headers).send(bytes);
}

function guideRoutes(site: Site): Router {
  const router = Router({ caseSensitive: true });
  const pageOf = documentPages(site);
  router.get(['/guide', '/guide/:document'], ({ path, params }, response) => {
    const bytes = pageOf(path.replace(/\/$/, ''));
    if (bytes === undefined)
      throw notFound('path', 'document', params['document'], 'There is no document with this name.');
    response.type('html').send(bytes);
  });
  return router;
}

/**
 * Scripts, styles and pictures come only from this host. Swagger UI sets inline styles. Plain http is not
 * upgraded: a machine may have no certificate.
 */
const pageHeaders = (styles: readonly string[]): RequestHandler =>
  helmet({
    // Other hosts below this name are not Writ's.
    strictTransportSecurity: { includeSubDomains: false },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': [...styles],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });

const maxAgeMs = 3_600_000;

/** `/assets/…`, so that pages work without the internet. */
function addAssets(router: Router): void {
  const require = createRequire(import.meta.url);
  const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));
  const own = join(import.meta.dirname, 'pages/assets');
  const folders = new Map([
    ...['icon.svg', 'opener.js', 'page.css', 'parts.css', 'reference.css', 'reference.js'].map(
      (file) => [file, own] as const,
    ),
    ...['swagger-ui.css', 'swagger-ui-bundle.js'].map((file) => [file, swagger] as const),
  ]);
  router.get('/assets/:file', ({ params: { file } }, response) => {
    const root = folders.get(file);
    if (root === undefined) throw notFound('path', 'file', file, 'There is no file with this name.');
    response.sendFile(file, { root, maxAge: maxAgeMs, acceptRanges: false });
  });
}
