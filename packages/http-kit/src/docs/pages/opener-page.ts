import type { HtmlPage } from '../endpoint.ts';
import { escapeHtml } from './markdown.ts';

/** How something ended that a person did in a window which a page had opened for it. */
export type OpenerPage = {
  isGood: boolean;
  title: string;
  /** What happened, and what the person does next. */
  words: readonly string[];
  /** What names the occurrence, for those who are asked for help. */
  reference?: string;
  /** Told to the page that opened the window. */
  message: object;
  /** The only origin that is told; absent: nobody is. */
  origin: string | undefined;
};

/**
 * The page for such a window. Its script hands the message over, and closes the window after a good end. It alone lets its
 * opener keep hold of the window, and loads nothing but what this host serves.
 */
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
