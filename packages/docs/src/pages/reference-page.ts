import { productVersion } from '@writ/service-kit';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { escapeHtml, renderMarkdown } from './markdown.ts';
import { renderPage } from './page.ts';
import { pageAddress, type Site } from './site.ts';

/** `/docs`: first requests, then the endpoints, drawn by Swagger UI. */
export function referencePage(site: Site, { paths }: OpenApiDocument): string {
  const { api } = site;
  const other = api.host === 'write' ? 'management' : 'write';
  const endpoints = Object.values(paths).flatMap((item) => Object.keys(item)).length;
  return renderPage(site, {
    title: api.title,
    path: '/docs',
    frame: 'div',
    stylesheets: ['swagger-ui.css', 'reference.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    body: `<section class="text" aria-labelledby="title">
<h1 id="title">${escapeHtml(api.title)} <span class="mark">${escapeHtml(productVersion)}</span></h1>
${renderMarkdown(api.description)}
</section>
<section class="start" aria-labelledby="start">
<h2 id="start">Start here</h2>
${renderMarkdown(api.start(site))}</section>
<section class="text" aria-labelledby="reference-heading">
<p>The <a href="/guide">guide</a> goes on from here. The other half of the API is the \
<a href="${escapeHtml(pageAddress(site, other, '/docs'))}">${other} host</a>; \
every refusal has a page under <a href="/problems">problems</a>.${
      site.events
        ? '\nEvents over Kafka and webhooks are in <a href="/asyncapi.json">the AsyncAPI description</a>.'
        : ''
    }</p>
<h2 id="reference-heading">Reference</h2>
</section>
<div id="reference" data-expand="${endpoints === 1 ? 'full' : 'list'}"><noscript>This part needs JavaScript; \
<a href="/openapi.json">the OpenAPI description</a> does not.</noscript></div>`,
  });
}
