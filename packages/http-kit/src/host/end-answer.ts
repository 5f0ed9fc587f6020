import type { Response } from 'express';

/** The rest of a refused request is read and dropped until it is silent for this long; the server's own limit ends it, too. */
const silenceMs = 2_000;

/**
 * Ends an answer. One that closes the connection while its request is still being sent is complete at once, but the
 * connection goes when the request has ended: closed with bytes unread it would be reset, and a reset takes the answer from a sender
 * who has not read it yet (RFC 9112, 9.6).
 */
export function endAnswer(response: Response, body: string): void {
  const request = response.req;
  if (request.complete || response.getHeader('Connection') !== 'close') return void response.end(body);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, silenceMs);
  request
    .once('close', end)
    .once('end', end)
    .on('data', () => timer.refresh());
}
