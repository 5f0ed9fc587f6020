import { Router } from 'express';
import { escapeHtml, page } from '../pages/page.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** `/openapi.json` and `/docs`, the same for people (Contract §1): outside `/v1`, without a key. */
export function openApiRoutes(document: OpenApiDocument): Router {
  const bytes = Buffer.from(JSON.stringify(document));
  const docs = page({
    title: String(document.info['title']),
    stylesheet: 'swagger-ui.css',
    body: `<div id="reference"><noscript>This page needs JavaScript; <a href="/openapi.json">the description</a> \
of ${escapeHtml(String(document.info['title']))} does not.</noscript></div>
<script src="/assets/swagger-ui-bundle.js"></script>
<script src="/assets/docs.js"></script>`,
  });
  const router = Router();
  router.get('/openapi.json', (_request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(bytes);
  });
  router.get('/docs', (_request, response) => {
    response.type('text/html').send(docs);
  });
  return router;
}
