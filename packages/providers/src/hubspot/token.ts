import { textOf } from '../transport/json.ts';
import { tokenReader } from '../token-grant.ts';
import { hubspotDeclaration } from './declaration.ts';
import { readFaults } from './failures/failures.ts';

/**
 * By `status` or `error`; the first listed one decides. True: refresh token or code are useless. False: the
 * client is refused (Providers §2.5).
 */
const isDead = new Map([
  ['BAD_REFRESH_TOKEN', true],
  ['BAD_HUB', true],
  ['BAD_AUTH_CODE', true],
  // Faults of the builder's app; the connection may be in order.
  ['BAD_CLIENT_ID', false],
  ['BAD_CLIENT_SECRET', false],
  ['BAD_REDIRECT_URI', false],
  ['BAD_GRANT_TYPE', false],
  ['invalid_client', false],
  ['unauthorized_client', false],
  ['invalid_grant', true],
  ['access_denied', true],
]);

export const readTokenAnswer = tokenReader({
  declaration: hubspotDeclaration,
  readFaults,
  refusalOf: ({ status, error, message, error_description }) => {
    const code = [status, error].map(textOf).find((name) => name !== undefined && isDead.has(name));
    if (code === undefined) return undefined;
    const dead = isDead.get(code) === true;
    return { code, said: textOf(message) ?? error_description, dead, ofClient: !dead };
  },
  factsOf: ({ hub_id }) => {
    const account = textOf(hub_id);
    return account === undefined ? {} : { account };
  },
});
