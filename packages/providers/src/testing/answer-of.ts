import type { IncomingHttpHeaders } from 'node:http';
import { readable, type ProviderAnswer } from '../transport/exchange.ts';

/** An answer as it comes from the wire: a text as it is, anything else as JSON. */
export function answerOf(
  status: number,
  body: unknown = '',
  headers: IncomingHttpHeaders = {},
): ProviderAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readable({ status, headers, text }, ['secret-token']);
}
