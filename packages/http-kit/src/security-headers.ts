import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * What every answer carries. An API's answer is data that no browser renders, so these four say all that applies to it;
 * helmet computes a dozen for each request, which costs several times as much and is kept for the pages.
 */
const constant = Object.entries({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});

export function addAnswerHeaders(response: ServerResponse): void {
  for (const [name, value] of constant) response.setHeader(name, value);
}

/**
 * For pages of ours: scripts, styles and pictures come from this host alone. Inline styles stay allowed, since the API
 * reference sets some; plain http is not upgraded, since a page is read on a machine without a certificate, too.
 */
export const pageHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });
