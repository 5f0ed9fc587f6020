import type { FromSchema } from 'json-schema-to-ts';
import {
  createTime,
  flag,
  group,
  groupRef,
  hiddenText,
  idOf,
  oneOf,
  pathMask,
  projectId,
  shortTextOf,
  text,
  timeOf,
  updateTime,
} from '../fields.ts';
import { listParameters } from '../page.ts';
import { patterns } from '../patterns.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import { credentialSchemes, givenCredentials } from './credentials.ts';

const metadata = {
  type: 'object',
  maxProperties: 100,
  additionalProperties: { type: 'string', maxLength: 2_048, pattern: patterns.storable },
  description: "Facts about the customer's account, such as `instanceUrl`.",
} as const;

const quotaPercent = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  description:
    "Percentage of the CRM account's quota that the project may use; absent: the usual share. Of several connections to the account, the smallest counts.",
  examples: [30],
} as const;

const fact = metadata.additionalProperties;
/** A text, or the `value` of an object. */
const givenMetadata = {
  ...metadata,
  additionalProperties: {
    ...fact,
    type: ['string', 'object'],
    additionalProperties: false,
    required: ['value'],
    properties: {
      value: { ...fact, description: 'The fact.' },
      source: { ...fact, description: 'Its source; ignored.' },
    },
  },
  description: `${metadata.description} Each is a text, or \`{value, source}\`.`,
} as const;

/** Without credentials unless requested (Contract §5). */
export const connectionSchema = closedObject({
  $id: 'Connection',
  description: "A customer group's access to a CRM.",
  optional: [
    'consumer',
    'providerWorkspaceRef',
    'renewalError',
    'expireTime',
    'quotaPercent',
    'providerMetadata',
    'updateTime',
    'creds',
  ],
  properties: {
    id: idOf('Connection id.'),
    projectId,
    provider: text('The provider that it leads to.', 'hubspot'),
    group,
    consumer: closedObject({
      description: 'The person who connected.',
      properties: {
        consumerRef: text("The builder's own reference of the person."),
        consumerName: text("The person's name; the reference if there is none."),
        projectId,
        createTime: timeOf('When the resource that names the person here was created.'),
      },
    }),
    providerWorkspaceRef: text("The account's name at the provider, such as a subdomain."),
    account: text("The provider's own id of the account.", '8675309'),
    authScheme: oneOf(
      ['apiKey', 'oauth2/authorizationCode', 'oauth2/clientCredentials'],
      'How its calls are authenticated.',
      'oauth2/authorizationCode',
    ),
    status: oneOf(
      ['working', 'unverified', 'bad_credentials'],
      'Whether its credentials are accepted; `unverified` until the provider has been reached, and writes wait.',
    ),
    renewalError: text(
      'Why its access token cannot be renewed although its own credentials are valid: the CRM rejects the provider app. Writes wait once the token has ended. Fix the provider app; the customer does not have to reconnect. Absent after the next successful renewal, or once the provider app is deleted.',
      'The access token could not be renewed because the CRM rejects the provider app: invalid client credentials',
    ),
    expireTime: timeOf('When its access token expires.'),
    quotaPercent,
    providerMetadata: {
      ...metadata,
      additionalProperties: closedObject({
        properties: {
          value: text('The fact.'),
          source: oneOf(['input', 'token'], 'Its source: a caller, or the provider with a token.'),
        },
      }),
    },
    createTime,
    updateTime,
    creds: partialObject({
      description: 'The credentials; only with `includeCreds` or `includeRefreshToken`.',
      properties: {
        apiKey: text('The API key or private app token.'),
        accessToken: text('The OAuth access token.'),
        refreshToken: text('The OAuth refresh token.'),
        clientId: text("Id of the customer's own OAuth client."),
        clientSecret: text('Its secret.'),
      },
    }),
  },
});

export const connectionListSchema = listOf('ConnectionList', connectionSchema);

export const givenFacts = {
  groupName: shortTextOf('Display name of the group.'),
  consumerName: shortTextOf("The person's name."),
  providerWorkspaceRef: shortTextOf("The account's name at the provider, such as a subdomain."),
  providerMetadata: givenMetadata,
} as const;

const givenMembers = {
  ...givenFacts,
  quotaPercent,
  ...givenCredentials,
} as const;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

export const connectionRequestSchema = partialObject({
  $id: 'ConnectionRequest',
  description: `Credentials come as exactly one of ${listed(credentialSchemes)}.`,
  // Validation errors never show a value: a credential may be under a wrong name.
  writeOnly: true,
  examples: [{ provider: 'hubspot', groupRef: 'acme', apiKey: 'sandbox-hubspot-acme' }],
  required: ['provider', 'groupRef'],
  properties: {
    provider: shortTextOf('The provider that it leads to.', 'hubspot'),
    groupRef: { ...groupRef, description: 'The customer group that it is for.' },
    consumerRef: shortTextOf('The person who connected.'),
    ...givenMembers,
  },
});

export const connectionPatchSchema = closedObject({
  $id: 'ConnectionPatch',
  writeOnly: true,
  examples: [
    {
      updateMask: ['oauth2AuthorizationCode'],
      connection: {
        oauth2AuthorizationCode: {
          accessToken: 'sandbox-hubspot-acme',
          refreshToken: 'sandbox-refresh-hubspot-acme',
        },
      },
    },
  ],
  properties: {
    updateMask: pathMask(
      `What to change: one of ${listed(credentialSchemes)} as a whole (\`${hiddenText}\` in them means the stored value), \`consumerName\`, \`groupName\`, \`providerWorkspaceRef\`, \`quotaPercent\`, \`providerMetadata\` or one of its members. A path without a value in the body removes the stored value.`,
    ),
    connection: partialObject({
      description: 'The new values, at the paths of `updateMask`.',
      properties: givenMembers,
    }),
  },
});

export const groupFilters = {
  q: shortTextOf('Only of groups whose reference or name contains this text; case is ignored.'),
  health: oneOf(['healthy', 'unhealthy'], 'Only connections that work, or only the others.'),
} as const;

export const connectionListQuerySchema = partialObject({
  properties: {
    ...listParameters,
    ...groupFilters,
    provider: text('Only connections to this provider.'),
    groupRef: { ...groupRef, description: 'Only connections of this customer group.' },
    consumerRef: shortTextOf('Only connections of this person.'),
  },
});

export const connectionQuerySchema = partialObject({
  properties: {
    includeCreds: flag('Also show the credentials, and record it in the audit; needs the scope `full`.'),
    includeRefreshToken: flag(
      'Also show the credentials with the refresh token, and record it in the audit; needs the scope `full`.',
    ),
    refresh: oneOf(
      ['force', 'ifExpired'],
      'First renew the access token, and record it in the audit: `force` always, `ifExpired` if it has ended or ends soon; needs the scope `full`.',
    ),
  },
});

export type ConnectionQuery = FromSchema<typeof connectionQuerySchema>;
export type ConnectionAnswer = FromSchema<typeof connectionSchema>;
export type ConnectionPatch = FromSchema<typeof connectionPatchSchema>;
export type ConnectionRequest = FromSchema<typeof connectionRequestSchema>;
