import cors from 'cors';
import type { RequestHandler } from 'express';
import { addAnswerHeaders } from './answer-headers.ts';

/** Keys and tokens are headers, so requests carry no cookies. */
const allow = cors({
  // Reflects the origin: only known ones get here.
  origin: true,
  methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'X-Api-Key',
    'X-Amp-Client',
    'X-Amp-Client-Version',
    'X-Request-Id',
    'Idempotency-Key',
    'If-Match',
  ],
  exposedHeaders: ['Date', 'ETag', 'Link', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'],
  maxAge: 600,
});

/** Lets pages of these origins call the host, and read refusals. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const known = new Set(origins);
  return (request, response, next) => {
    if (known.has(request.headers.origin ?? '')) {
      // The rest of the app does not see a preflight.
      if (request.method === 'OPTIONS') addAnswerHeaders(response);
      allow(request, response, next);
      return;
    }
    response.vary('Origin');
    next();
  };
}
