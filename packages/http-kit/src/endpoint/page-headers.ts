import type { RequestHandler } from 'express';
import helmet from 'helmet';

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
