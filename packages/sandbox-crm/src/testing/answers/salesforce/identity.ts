import { address, exactly, matching, oneOf, someText } from '../schema.ts';
import { recordId, yes } from './values.ts';

/** No `expires_in`; `refresh_token` where there is a new one (Providers §1.6). */
export const grantedToken = exactly(
  {
    access_token: someText,
    instance_url: address,
    id: address,
    token_type: oneOf('Bearer'),
    scope: someText,
    issued_at: matching(String.raw`^\d{13}$`),
    signature: matching('^[A-Za-z0-9+/]{43}=$'),
  },
  { refresh_token: someText },
);

export const refusedToken = exactly({
  error: oneOf(
    'invalid_grant',
    'invalid_token',
    'invalid_client_id',
    'unsupported_grant_type',
    'redirect_uri_mismatch',
  ),
  error_description: someText,
});

export const userInfo = exactly({
  sub: address,
  user_id: recordId,
  organization_id: recordId,
  preferred_username: someText,
  name: someText,
  email_verified: yes,
  active: yes,
  urls: exactly({ custom_domain: address }),
});

/** The one refusal that is neither JSON nor a list. */
export const badToken = oneOf('Bad_OAuth_Token');
