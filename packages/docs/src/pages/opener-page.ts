import type { HtmlPage } from '@writ/http';
import { escapeHtml } from './markdown.ts';
import { brand, htmlDocument } from './page.ts';

/** The outcome of an action in a window that another page has opened. */
export type OpenerPage = {
  isGood: boolean;
  title: string;
  words: readonly string[];
  /** Names the occurrence for support. */
  reference?: string;
  message: object;
  /** The only origin that gets the message; absent: none. */
  origin: string | undefined;
};

/** Its script posts the message, and closes the window after success. Only this page keeps its opener. */
export const openerPage = ({ isGood, title, words, reference, message, origin }: OpenerPage): HtmlPage => ({
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cache-Control': 'no-store',
  },
  html: htmlDocument({
    title: `${title} · Writ`,
    attributes: [
      ` class="outcome${isGood ? ' good' : ''}"`,
      ` data-message="${escapeHtml(JSON.stringify(message))}"`,
      origin === undefined ? '' : ` data-origin="${escapeHtml(origin)}"`,
      isGood ? ' data-closes' : '',
    ].join(''),
    body: `<header class="top">
<span class="brand">${brand}</span>
</header>
<main>
<p class="sign" aria-hidden="true">${isGood ? '✓' : '!'}</p>
<h1>${escapeHtml(title)}</h1>
${words.map((text, at) => `<p${at === 0 ? '' : ' class="quiet"'}>${escapeHtml(text)}</p>`).join('\n')}
${reference === undefined ? '' : `<p class="quiet reference">Reference <code>${escapeHtml(reference)}</code></p>\n`}</main>`,
    scripts: ['opener.js'],
  }),
});
