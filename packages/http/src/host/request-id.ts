import type { IncomingMessage } from 'node:http';
import { hideKeys, newId, type HideSecrets } from '@writ/service-kit';

/**
 * The caller's `X-Request-Id` if it is 1-128 printable characters and holds no secret, else a new one
 * (Contract §1).
 */
export function requestIdOf(request: IncomingMessage, hideSecrets: HideSecrets = hideKeys): string {
  const given = request.headers['x-request-id'];
  if (typeof given !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(given)) return newId();
  return hideSecrets(given) === given ? given : newId();
}
