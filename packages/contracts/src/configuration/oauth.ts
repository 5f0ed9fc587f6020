import type { FromSchema } from 'json-schema-to-ts';
import { flag, groupRef, shortTextOf, text } from '../fields.ts';
import { partialObject } from '../schema.ts';
import { givenFacts } from './connection.ts';

const project = shortTextOf('Id or name of the project.', 'demo');

export const oauthConnectRequestSchema = partialObject({
  $id: 'OauthConnectRequest',
  description: 'The project is named once: as `projectIdOrName` or as `projectId`.',
  examples: [{ projectIdOrName: 'demo', provider: 'hubspot', groupRef: 'acme', consumerRef: 'ada' }],
  required: ['provider', 'groupRef'],
  properties: {
    projectIdOrName: project,
    projectId: { ...project, description: 'The same as `projectIdOrName`.' },
    provider: shortTextOf('The provider that is connected.', 'hubspot'),
    groupRef: { ...groupRef, description: 'The customer group that the connection will be for.' },
    consumerRef: shortTextOf('The person who connects.', 'ada'),
    ...givenFacts,
    providerAppId: shortTextOf("Id of the project's app at the provider; that app is used in any case."),
    enableCSRFProtection: flag('Ignored: the state always leads only to its group.'),
  },
});

export const openerHeadersSchema = {
  type: 'object',
  properties: {
    Origin: text(
      'Set by browsers. It must be one of `CORS_ORIGINS`, or of this host. The outcome of the authorization is posted to the page of this origin that opens the address.',
    ),
  },
} as const;

export const authorizationAddressSchema = text(
  "Address of the provider's page on which the customer consents. It works once, for 10 minutes.",
  'https://app.hubspot.com/oauth/authorize?response_type=code&client_id=6f1c2b7e-client&redirect_uri=https%3A%2F%2Fwrit.example.com%2Fv1%2Foauth%2Fcallback&scope=oauth&state=a-state&code_challenge=a-challenge&code_challenge_method=S256',
);

/** Providers may add members. */
export const oauthCallbackQuerySchema = {
  type: 'object',
  properties: {
    state: text('The `state` of the address of the consent page.'),
    code: text('The code that is exchanged for tokens.'),
    error: text('Why there is no code, such as `access_denied`.'),
  },
} as const;

export const oauthCallbackPageSchema = text(
  'A page that shows the outcome.',
  '<!doctype html><title>HubSpot is connected</title>',
);

export type OauthConnectRequest = FromSchema<typeof oauthConnectRequestSchema>;
