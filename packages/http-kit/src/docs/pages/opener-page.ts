import type { HtmlPage } from '../../http/index.ts';
import { escapeHtml } from './markdown.ts';

/** The outcome of an action in a window that another page has opened. */
export type OpenerPage = {
  isGood: boolean;
  title: string;
  words: readonly string[];
  /** Names the occurrence for support. */
  reference?: string;
  /** Posted to the opener. */
  message: object;
  /** The only origin that gets the message; absent: none. */
  origin: string | undefined;
};

/** Its script posts the message, and closes the window after success. Only this page keeps its opener. */
export const openerPage = (page: OpenerPage): HtmlPage => ({
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cache-Control': 'no-store',
  },
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Writ</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
</head>
<body class="outcome${page.isGood ? ' good' : ''}"${told(page)}>
<header class="top">
<span class="brand"><img src="/assets/icon.svg" alt="" width="28" height="28">Writ</span>
</header>
<main>
<p class="sign" aria-hidden="true">${page.isGood ? '✓' : '!'}</p>
<h1>${escapeHtml(page.title)}</h1>
${page.words.map((text, at) => `<p${at === 0 ? '' : ' class="quiet"'}>${escapeHtml(text)}</p>`).join('\n')}
${page.reference === undefined ? '' : `<p class="quiet reference">Reference <code>${escapeHtml(page.reference)}</code></p>\n`}</main>
<script src="/assets/opener.js"></script>
</body>
</html>
`,
});

const told = ({ isGood, message, origin }: OpenerPage): string =>
  [
    ` data-message="${escapeHtml(JSON.stringify(message))}"`,
    origin === undefined ? '' : ` data-origin="${escapeHtml(origin)}"`,
    isGood ? ' data-closes' : '',
  ].join('');
