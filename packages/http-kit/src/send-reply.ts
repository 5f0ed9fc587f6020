import type { Response } from 'express';
import type { Reply } from './endpoint.ts';
import { answerHeaders } from './answer-headers.ts';

/** Sends what an endpoint answers. Its headers go in one step: setting them one by one costs twice as much. */
export function sendReply(response: Response, { status, headers, text, body }: Reply): void {
  const lines = answerHeaders(response);
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(name, value);
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content !== undefined) {
    const type = text === undefined ? 'application/json' : 'text/plain';
    lines.push(
      'Content-Type',
      `${type}; charset=utf-8`,
      'Content-Length',
      String(Buffer.byteLength(content)),
    );
  }
  response.writeHead(status, lines).end(content);
}
