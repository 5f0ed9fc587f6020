import { secret, shortTextOf, timeOf } from '../fields.ts';
import { closedObject } from '../schema.ts';

export const credentialSchemes = [
  'apiKey',
  'basicAuth',
  'oauth2AuthorizationCode',
  'oauth2ClientCredentials',
] as const;

/** A token: a text, or the `token` of an object. */
const givenToken = {
  ...secret,
  type: ['string', 'object'],
  additionalProperties: false,
  required: ['token'],
} as const;
const token = { ...secret, description: 'The token.' } as const;
const expiresAt = timeOf('When the access token expires.');
const scopes = {
  type: 'array',
  maxItems: 1_000,
  items: { type: 'string' },
  description: 'What was granted; ignored, since the provider knows it.',
} as const;

/** By scheme. The provider decides which schemes it takes. */
export const givenCredentials = {
  apiKey: { ...secret, description: 'The API key or private app token.' },
  basicAuth: closedObject({
    description: 'A user, for providers that accept one; no current provider does.',
    properties: {
      username: shortTextOf('Name of the user.'),
      password: { ...secret, description: 'Their password.' },
    },
  }),
  oauth2AuthorizationCode: closedObject({
    description: 'Tokens of an OAuth authorization that was done elsewhere.',
    optional: ['refreshToken', 'expiresAt', 'scopes'],
    properties: {
      accessToken: {
        ...givenToken,
        properties: { token, expiresAt },
        description: 'The access token: a text, or `{token, expiresAt}`.',
      },
      refreshToken: {
        ...givenToken,
        properties: { token },
        description: 'The refresh token: a text, or `{token}`.',
      },
      expiresAt,
      scopes,
    },
  }),
  oauth2ClientCredentials: closedObject({
    description: "An OAuth client of the customer's own, which gets tokens for itself (Salesforce).",
    optional: ['scopes'],
    properties: {
      clientId: shortTextOf('Id of the client.'),
      clientSecret: { ...secret, description: 'Its secret.' },
      scopes,
    },
  }),
} as const;
