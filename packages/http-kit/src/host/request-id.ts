import type { IncomingMessage } from 'node:http';
import { hideKeys, newId } from '@writ/service-kit';

/**
 * The caller's `X-Request-Id` when it is 1-128 printable characters, else a new one (Contract §1). It is told and kept: one
 * that holds a key is not taken.
 */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(given)) return newId();
  return hideKeys(given) === given ? given : newId();
}
