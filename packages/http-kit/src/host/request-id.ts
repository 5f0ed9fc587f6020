import type { IncomingMessage } from 'node:http';
import { newId } from '@writ/service-kit';

/** The caller's `X-Request-Id` when it is 1-128 printable characters, else a new one (Contract §1). */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\x20-\x7e]{1,128}$/.test(given) ? given : newId();
}
