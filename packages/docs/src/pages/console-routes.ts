import type { HostAddresses } from '@writ/contracts';
import { Router, type RequestHandler } from 'express';
import { notFound } from '@writ/problems';
import { escapeHtml } from './markdown.ts';

/** The address of a trace has `{traceId}` in it. */
export type ConsoleFiles = {
  page: string;
  files: ReadonlyMap<string, { type: string; bytes: Buffer; gzipped: Buffer }>;
  traceUrl?: string | undefined;
};

/** `/console` and below. The page's `meta` name the write host and traces. */
export function consoleRoutes(
  { page, files, traceUrl }: ConsoleFiles,
  { writeUrl }: HostAddresses,
  headers: RequestHandler,
): Router {
  const router = Router({ caseSensitive: true });
  const told = Object.entries({ 'write-url': writeUrl, 'trace-url': traceUrl }).map(([name, content]) =>
    content === undefined ? '' : `<meta name="${name}" content="${escapeHtml(content)}">\n`,
  );
  const html = page.replace('</head>', () => `${told.join('')}</head>`);
  router.use('/console', headers);
  router.get('/console/assets/:file', (request, response) => {
    const { file: name } = request.params;
    const file = files.get(name);
    if (file === undefined) throw notFound('path', 'file', name, 'There is no file with this name.');
    response
      .type(file.type)
      .set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    if (request.acceptsEncodings('gzip') === false) response.send(file.bytes);
    else response.set('Content-Encoding', 'gzip').send(file.gzipped);
  });
  router.get('/console{/*path}', ({ path }, response) => {
    if (path.startsWith('/console/assets'))
      throw notFound('path', 'file', path, 'There is no file with this name.');
    response.type('html').set('Cache-Control', 'no-cache').send(html);
  });
  return router;
}
