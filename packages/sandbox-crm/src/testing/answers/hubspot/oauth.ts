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

export const describedToken = exactly({
  token: someText,
  user: someText,
  hub_domain: someText,
  scopes: listOf(someText, 1),
  hub_id: wholeNumber,
  app_id: wholeNumber,
  expires_in: wholeNumber,
  user_id: wholeNumber,
  token_type: oneOf('access'),
});

export const unknownToken = exactly({
  status: oneOf('error'),
  message: someText,
  correlationId: { type: 'string', format: 'uuid' },
  category: oneOf('OBJECT_NOT_FOUND'),
});
