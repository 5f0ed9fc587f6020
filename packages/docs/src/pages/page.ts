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

type HtmlDocument = {
  title: string;
  stylesheets?: readonly string[];
  /** Attributes of the body, with a blank in front. */
  attributes?: string;
  body: string;
  scripts?: readonly string[];
};

export const brand = '<img src="/assets/icon.svg" alt="" width="28" height="28">Writ';

export const htmlDocument = ({
  title,
  stylesheets = [],
  attributes = '',
  body,
  scripts = [],
}: HtmlDocument): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${['page.css', 'parts.css', ...stylesheets].map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join('\n')}
</head>
<body${attributes}>
${body}
${scripts.map((name) => `<script src="/assets/${name}"></script>\n`).join('')}</body>
</html>
`;

/** A page with navigation and version. */
export const renderPage = (site: Site, { title, path, body, frame = 'main', ...more }: Page): string =>
  htmlDocument({
    title: path === '/' ? title : `${title} · Writ`,
    ...more,
    body: `<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/">${brand}</a>
<nav aria-label="Pages">
${navigation(site, path)}
</nav>
</header>
<${frame} id="content" tabindex="-1">
${body}
</${frame}>
<footer class="foot">
<p>Writ ${escapeHtml(productVersion)} · ${site.api.host} host · <a href="/openapi.json">OpenAPI description</a></p>
</footer>`,
  });

/** The places that every page links to. */
export const placesOf = (site: Site) => [
  {
    address: '/guide',
    title: 'Guide',
    words: 'From the demo to a project of your own and a real CRM, step by step. With a glossary.',
  },
  {
    address: pageAddress(site, 'write', '/docs'),
    title: 'Write API',
    words: 'Create, update and delete records of a CRM: immediately, or later with retries.',
  },
  {
    address: pageAddress(site, 'management', '/docs'),
    title: 'Management API',
    words: 'Connections, the outcome of each write, and notifications.',
  },
  {
    address: '/problems',
    title: 'Problems',
    words: 'Every refusal: why it happens and what to do, with the codes of each CRM.',
  },
];

const navigation = (site: Site, path: string): string =>
  placesOf(site)
    .map(({ address, title }) => {
      const isHere = path === address || path.startsWith(`${address}/`);
      return `<a href="${escapeHtml(address)}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`;
    })
    .join('\n');
