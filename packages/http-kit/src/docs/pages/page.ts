import { productVersion } from '@writ/service-kit';
import { escapeHtml } from './markdown.ts';
import { pageAddress, type Site } from './site.ts';

export type Page = {
  title: string;
  /** The navigation marks it. */
  path: string;
  body: string;
  /** `div` if the body has a `main` of its own. */
  frame?: 'main' | 'div';
  stylesheets?: readonly string[];
  scripts?: readonly string[];
};

export const renderPage = (site: Site, page: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}${page.path === '/' ? '' : ' · Writ'}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${['page.css', ...(page.stylesheets ?? [])].map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28">Writ</a>
<nav aria-label="Pages">
${navigation(site, page.path)}
</nav>
</header>
<${page.frame ?? 'main'} id="content" tabindex="-1">
${page.body}
</${page.frame ?? 'main'}>
<footer class="foot">
<p>Writ ${escapeHtml(productVersion)} · ${site.api.host} host · <a href="/openapi.json">OpenAPI description</a></p>
</footer>
${(page.scripts ?? []).map((name) => `<script src="/assets/${name}"></script>\n`).join('')}</body>
</html>
`;

/** Links to the references of both hosts. */
function navigation(site: Site, path: string): string {
  const entries = [
    { address: '/guide', text: 'Guide' },
    { address: pageAddress(site, 'write', '/docs'), text: 'Write API' },
    { address: pageAddress(site, 'management', '/docs'), text: 'Management API' },
    { address: '/problems', text: 'Problems' },
  ];
  return entries
    .map(({ address, text }) => {
      const isHere = path === address || path.startsWith(`${address}/`);
      return `<a href="${escapeHtml(address)}"${isHere ? ' aria-current="page"' : ''}>${text}</a>`;
    })
    .join('\n');
}
