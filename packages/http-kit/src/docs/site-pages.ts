import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Endpoint } from './endpoint.ts';
import { documentHeaders } from './endpoint/unless-known.ts';
import { catalogueRoutes } from './error-catalogue/catalogue-routes.ts';
import { describeHost } from './openapi/describe-host.ts';
import { notFound } from './problems/refusal.ts';
import type { ProblemSettings } from './problems/to-problem.ts';
import { documentPages } from './pages/documents/document-pages.ts';
import { consoleRoutes } from './pages/console-routes.ts';
import { homePage } from './pages/home-page.ts';
import { referencePage } from './pages/reference-page.ts';
import type { Site } from './pages/site.ts';

/**
 * What a host tells of itself, outside `/v1` and without a key (Contract §1): `/`, `/docs`, `/guide`, the error
 * catalogue, `/openapi.json`, and `/asyncapi.json` where it tells of events.
 */
export function pageRoutes(host: {
  site: Site;
  endpoints: readonly Endpoint[];
  problems: ProblemSettings;
}): Router {
  const { site, endpoints, problems } = host;
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
  return router;
}

const sendPage =
  (html: string) =>
  (_request: unknown, response: Response): void =>
    void response.type('html').send(html);

/** A document that rarely changes; who has it already is told so. */
function sendDocument(document: object): RequestHandler {
  const text = JSON.stringify(document);
  const [bytes, headers] = [Buffer.from(text), documentHeaders(text)];
  return (_request, response) => void response.type('json').set(headers).send(bytes);
}

function guideRoutes(site: Site): Router {
  const router = Router({ caseSensitive: true });
  const pageOf = documentPages(site);
  router.get(['/guide', '/guide/:document'], ({ path, params }, response) => {
    const html = pageOf(path.replace(/\/$/, ''));
    if (html === undefined)
      throw notFound('path', 'document', params['document'], 'There is no document with this name.');
    sendPage(html)(undefined, response);
  });
  return router;
}

/**
 * For pages of ours: scripts, styles and pictures come from this host alone. Inline styles are allowed where the API
 * reference sets some; plain http is not upgraded, since a page is read on a machine without a certificate, too.
 */
const pageHeaders = (styles: readonly string[]): RequestHandler =>
  helmet({
    // Other hosts below this name are not ours to decide for.
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

/** `/assets/…`: what the pages load. They are served from here, so that pages work without the internet. */
function addAssets(router: Router): void {
  const require = createRequire(import.meta.url);
  const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));
  const own = join(import.meta.dirname, 'pages/assets');
  const folders = new Map([
    ['icon.svg', own],
    ['opener.js', own],
    ['page.css', own],
    ['reference.css', own],
    ['reference.js', own],
    ['swagger-ui.css', swagger],
    ['swagger-ui-bundle.js', swagger],
  ]);
  router.get('/assets/:file', ({ params: { file } }, response) => {
    const root = folders.get(file);
    if (root === undefined) throw notFound('path', 'file', file, 'There is no file with this name.');
    response.sendFile(file, { root, maxAge: maxAgeMs, acceptRanges: false });
  });
}
