import type { Response } from 'express';

/**
 * No browser renders the API's answers, so these suffice; helmet's dozen costs several times as much and is
 * kept for pages.
 */
const constant = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
const inTurn = Object.entries(constant).flat();

/** Names and values in turn, for `writeHead`. */
export const answerHeaders = (response: Response): string[] => [
  ...inTurn,
  'X-Request-Id',
  String(response.locals['requestId']),
];

/** For answers that `sendReply` does not send. */
export function addAnswerHeaders(response: Response): void {
  for (const [name, value] of Object.entries(constant)) response.setHeader(name, value);
  response.setHeader('X-Request-Id', String(response.locals['requestId']));
}
