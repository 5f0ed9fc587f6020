import type { Response } from 'express';

/**
 * What every answer carries. An API's answer is data that no browser renders, so these four say all that applies to it;
 * helmet computes a dozen for each request, which costs several times as much and is kept for the pages.
 */
const constant = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
const inTurn = Object.entries(constant).flat();

/** What every answer carries, its request's id among it, as names and values in turn: for `writeHead`. */
export const answerHeaders = (response: Response): string[] => [
  ...inTurn,
  'X-Request-Id',
  String(response.locals['requestId']),
];

/** Sets what every answer carries, where others than `sendReply` send it. */
export function addAnswerHeaders(response: Response): void {
  for (const [name, value] of Object.entries(constant)) response.setHeader(name, value);
  response.setHeader('X-Request-Id', String(response.locals['requestId']));
}
