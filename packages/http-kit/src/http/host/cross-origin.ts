import cors from 'cors';
import type { RequestHandler } from 'express';
import { addAnswerHeaders } from './answer-headers.ts';

/** What pages of these origins may send and read. Keys and tokens are headers of the caller's own, so no cookie goes along. */
const allow = cors({
  // Reflected: only known ones get this far.
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

/** Lets pages of the given origins call the host, refusals included; an answer to others carries nothing of it but `Vary`. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const known = new Set(origins);
  return (request, response, next) => {
    if (known.has(request.headers.origin ?? '')) {
      // A preflight is answered here, without the rest of the app.
      if (request.method === 'OPTIONS') addAnswerHeaders(response);
      allow(request, response, next);
      return;
    }
    response.vary('Origin');
    next();
  };
}
