import type { FaultPage } from '@writ/http';
import { escapeHtml } from './markdown.ts';
import { renderPage } from './page.ts';
import { pageAddress, type Site } from './site.ts';

export const unknownPage =
  (site: Site): FaultPage =>
  ({ detail }) => ({
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      Vary: 'Accept',
    },
    html: renderPage(site, {
      title: 'There is no such page',
      path: '',
      body: `<div class="lead">
<h1>There is no such page</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="${escapeHtml(pageAddress(site, 'management', '/console'))}">Console</a> · <a href="/">All pages</a></p>
</div>`,
    }),
  });
