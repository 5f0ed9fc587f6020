import { count, exactly, listOf, oneOf, someText, wholeNumber } from '../schema.ts';

export const grantedToken = exactly({
  access_token: someText,
  refresh_token: someText,
  expires_in: count,
  token_type: oneOf('bearer'),
  hub_id: wholeNumber,
  scopes: listOf(someText, 1),
  user_id: wholeNumber,
  token_use: oneOf('access_token'),
});

/** Errors of the OAuth addresses have a form of their own (Providers §2.5). */
export const refusedToken = exactly({
  status: oneOf(
    'BAD_REFRESH_TOKEN',
    'BAD_AUTH_CODE',
    'BAD_CLIENT_ID',
    'BAD_CLIENT_SECRET',
    'BAD_REDIRECT_URI',
    'BAD_GRANT_TYPE',
  ),
  message: someText,
  error: oneOf('invalid_grant', 'invalid_request', 'unsupported_grant_type'),
  error_description: someText,
});
