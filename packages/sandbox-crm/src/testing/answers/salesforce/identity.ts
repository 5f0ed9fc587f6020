import { address, exactly, flag, matching, oneOf, someText, wholeNumber } from '../schema.ts';
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
  error: oneOf('invalid_grant', 'invalid_client_id', 'unsupported_grant_type', 'redirect_uri_mismatch'),
  error_description: someText,
});

const urls = exactly({
  rest: someText,
  sobjects: someText,
  query: someText,
  custom_domain: address,
  profile: address,
});

export const identity = exactly({
  id: address,
  asserted_user: flag,
  user_id: recordId,
  organization_id: recordId,
  username: someText,
  nick_name: someText,
  display_name: someText,
  email: someText,
  email_verified: flag,
  first_name: someText,
  last_name: someText,
  timezone: someText,
  active: yes,
  user_type: oneOf('STANDARD'),
  language: someText,
  locale: someText,
  utcOffset: wholeNumber,
  urls,
});

export const userInfo = exactly({
  sub: address,
  user_id: recordId,
  organization_id: recordId,
  preferred_username: someText,
  nickname: someText,
  name: someText,
  given_name: someText,
  family_name: someText,
  email: someText,
  email_verified: flag,
  zoneinfo: someText,
  user_type: oneOf('STANDARD'),
  active: yes,
  urls,
});

/** The one refusal that is neither JSON nor a list. */
export const badToken = oneOf('Bad_OAuth_Token');
