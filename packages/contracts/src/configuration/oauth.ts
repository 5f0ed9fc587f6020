import type { FromSchema } from 'json-schema-to-ts';
import { groupRef, shortText } from '../fields.ts';
import { partialObject } from '../schema.ts';
import { givenFacts } from './connection.ts';

const project = { ...shortText, description: 'Id or name of the project.', examples: ['demo'] } as const;

/** Body of the endpoint that begins to connect a customer. */
export const oauthConnectRequestSchema = partialObject({
  $id: 'OauthConnectRequest',
  description: 'The project is named once: as `projectIdOrName` or as `projectId`.',
  examples: [{ projectIdOrName: 'demo', provider: 'hubspot', groupRef: 'acme', consumerRef: 'ada' }],
  required: ['provider', 'groupRef'],
  properties: {
    projectIdOrName: project,
    projectId: { ...project, description: 'The same as `projectIdOrName`.' },
    provider: { ...shortText, description: 'The provider that is connected.', examples: ['hubspot'] },
    groupRef: { ...groupRef, description: 'The customer group that the connection will be for.' },
    consumerRef: { ...shortText, description: 'The person who connects.', examples: ['ada'] },
    ...givenFacts,
    providerAppId: {
      ...shortText,
      description: "Id of the project's app at the provider, which is taken anyway.",
    },
    enableCSRFProtection: {
      type: 'boolean',
      description: 'Means nothing here: the state leads to the group alone that it was made for.',
    },
  },
});

/** Headers of requests that begin an authorization. */
export const openerHeadersSchema = {
  type: 'object',
  properties: {
    Origin: {
      type: 'string',
      description:
        'Set by browsers. It has to be one of `CORS_ORIGINS`, or of this host; how the authorization ends is posted to a page of this origin that opens the address.',
    },
  },
} as const;

export const authorizationAddressSchema = {
  type: 'string',
  description: "Address of the provider's page on which the customer consents. Good once, for 10 minutes.",
  examples: [
    'https://app.hubspot.com/oauth/authorize?response_type=code&client_id=6f1c2b7e-client&redirect_uri=https%3A%2F%2Fwrit.example.com%2Fv1%2Foauth%2Fcallback&scope=oauth&state=a-state&code_challenge=a-challenge&code_challenge_method=S256',
  ],
} as const;

/** What providers send a browser back with. They may add to it. */
export const oauthCallbackQuerySchema = {
  type: 'object',
  properties: {
    state: { type: 'string', description: 'What the address of the consent held.' },
    code: { type: 'string', description: 'What tokens are given for.' },
    error: { type: 'string', description: 'Why there is no code, such as `access_denied`.' },
  },
} as const;

export const oauthCallbackPageSchema = {
  type: 'string',
  description: 'A page that tells how it ended.',
  examples: ['<!doctype html><title>HubSpot is connected</title>'],
} as const;

export type OauthConnectRequest = FromSchema<typeof oauthConnectRequestSchema>;
