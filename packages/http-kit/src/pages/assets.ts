import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { notFound } from '../problems/refusal.ts';
import { Router } from 'express';

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
export function assetRoutes(): Router {
  const require = createRequire(import.meta.url);
  const reference = dirname(require.resolve('swagger-ui-dist/package.json'));
  const folders = new Map([
    ['page.css', import.meta.dirname],
    ['swagger-ui.css', reference],
    ['swagger-ui-bundle.js', reference],
  ]);
  const router = Router();
  router.get('/assets/docs.js', (_request, response) => {
    response.type('text/javascript').send(docsScript);
  });
  router.get('/assets/:file', ({ params: { file } }, response) => {
    const root = folders.get(file);
    if (root === undefined) throw notFound('path', 'file', file, 'There is no file with this name.');
    response.sendFile(file, { root, maxAge: maxAgeMs, acceptRanges: false });
  });
  return router;
}
