import { secret, shortText, time } from '../fields.ts';
import { closedObject } from '../schema.ts';

/** What a caller may give the credentials of a connection as. */
export const credentialSchemes = [
  'apiKey',
  'basicAuth',
  'oauth2AuthorizationCode',
  'oauth2ClientCredentials',
] as const;

/** A token as it is given: by itself, or as the `token` of an object. */
const givenToken = {
  ...secret,
  type: ['string', 'object'],
  additionalProperties: false,
  required: ['token'],
} as const;
const token = { ...secret, description: 'The token.' } as const;
const expiresAt = { ...time, description: 'When the access token ends.' } as const;
const scopes = {
  type: 'array',
  maxItems: 1_000,
  items: { type: 'string' },
  description: 'What was granted; ignored, since the provider knows it.',
} as const;

/** Credentials as they are given, by their scheme. Which of them a provider takes, the provider says. */
export const givenCredentials = {
  apiKey: { ...secret, description: 'The API key or private app token.' },
  basicAuth: closedObject({
    description: 'A user, for providers that take one; none of today does.',
    properties: {
      username: { ...shortText, description: 'Name of the user.' },
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
      clientId: { ...shortText, description: 'Id of the client.' },
      clientSecret: { ...secret, description: 'Its secret.' },
      scopes,
    },
  }),
} as const;
