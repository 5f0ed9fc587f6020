import type { FromSchema } from 'json-schema-to-ts';
import {
  createTime,
  group,
  groupRef,
  hiddenText,
  id,
  pathMask,
  projectId,
  shortText,
  time,
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

const fact = metadata.additionalProperties;
/** Facts as they are given: each by itself, or as the `value` of an object. */
const givenMetadata = {
  ...metadata,
  additionalProperties: {
    ...fact,
    type: ['string', 'object'],
    additionalProperties: false,
    required: ['value'],
    properties: {
      value: { ...fact, description: 'The fact.' },
      source: { ...fact, description: 'Where it was learnt; ignored.' },
    },
  },
  description: `${metadata.description} Each is a text, or \`{value, source}\`.`,
} as const;

/** A connection as it is answered (Contract §5). Its credentials come only when they are asked for. */
export const connectionSchema = closedObject({
  $id: 'Connection',
  description: "A customer group's access to a CRM.",
  optional: [
    'consumer',
    'providerWorkspaceRef',
    'renewalError',
    'expireTime',
    'providerMetadata',
    'updateTime',
    'creds',
  ],
  properties: {
    id: { ...id, description: 'Connection id.' },
    projectId,
    provider: { type: 'string', description: 'The provider that it leads to.', examples: ['hubspot'] },
    group,
    consumer: closedObject({
      description: 'The person who connected.',
      properties: {
        consumerRef: { type: 'string', description: "The builder's own reference of the person." },
        consumerName: {
          type: 'string',
          description: "The person's name; the reference where there is none.",
        },
        projectId,
        createTime: { ...time, description: 'When what names the person here was made.' },
      },
    }),
    providerWorkspaceRef: {
      type: 'string',
      description: "The account's name at the provider, such as a subdomain.",
    },
    account: { type: 'string', description: "The provider's own id of the account.", examples: ['8675309'] },
    authScheme: {
      enum: ['apiKey', 'oauth2/authorizationCode', 'oauth2/clientCredentials'],
      description: 'How its calls are signed.',
      examples: ['oauth2/authorizationCode'],
    },
    status: {
      enum: ['working', 'unverified', 'bad_credentials'],
      description:
        'Whether its credentials are accepted; `unverified` until the provider could be asked, and writes wait for that.',
    },
    renewalError: {
      type: 'string',
      description:
        'Why its access token cannot be renewed although its own credentials are valid: the CRM rejects the provider app. Writes wait once the token has ended. Fix the provider app; the customer does not have to reconnect. Absent after the next successful renewal, or once the provider app is deleted.',
      examples: [
        'The access token could not be renewed because the CRM rejects the provider app: invalid client credentials',
      ],
    },
    expireTime: { ...time, description: 'When its access token ends.' },
    providerMetadata: {
      ...metadata,
      additionalProperties: closedObject({
        properties: {
          value: { type: 'string', description: 'The fact.' },
          source: {
            enum: ['input', 'token'],
            description: 'Who told it: a caller, or the provider with a token.',
          },
        },
      }),
    },
    createTime,
    updateTime,
    creds: partialObject({
      description: 'The credentials; only with `includeCreds` or `includeRefreshToken`.',
      properties: {
        apiKey: { type: 'string', description: 'The API key or private app token.' },
        accessToken: { type: 'string', description: 'The OAuth access token.' },
        refreshToken: { type: 'string', description: 'The OAuth refresh token.' },
        clientId: { type: 'string', description: "Id of the customer's own OAuth client." },
        clientSecret: { type: 'string', description: 'Its secret.' },
      },
    }),
  },
});

export const connectionListSchema = listOf('ConnectionList', connectionSchema);

/** What a caller may tell of a connection beside its credentials. */
export const givenFacts = {
  groupName: { ...shortText, description: 'What people call the group.' },
  consumerName: { ...shortText, description: "The person's name." },
  providerWorkspaceRef: {
    ...shortText,
    description: "The account's name at the provider, such as a subdomain.",
  },
  providerMetadata: givenMetadata,
} as const;

/** What a caller may give when a connection is made and when it is changed. */
const givenMembers = {
  ...givenFacts,
  ...givenCredentials,
} as const;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Body of the endpoint that makes a connection from credentials that the caller holds. */
export const connectionRequestSchema = partialObject({
  $id: 'ConnectionRequest',
  description: `Credentials come as exactly one of ${listed(credentialSchemes)}.`,
  // Its faults never show a value: a credential may stand under a wrong name.
  writeOnly: true,
  examples: [{ provider: 'hubspot', groupRef: 'acme', apiKey: 'sandbox-hubspot-acme' }],
  required: ['provider', 'groupRef'],
  properties: {
    provider: { ...shortText, description: 'The provider that it leads to.', examples: ['hubspot'] },
    groupRef: { ...groupRef, description: 'The customer group that it is for.' },
    consumerRef: { ...shortText, description: 'The person who connected.' },
    ...givenMembers,
  },
});

/** Body of the endpoint that changes what a mask names of a connection. */
export const connectionPatchSchema = closedObject({
  $id: 'ConnectionPatch',
  // As above: a credential may stand under a wrong name.
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
      `What to change: one of ${listed(credentialSchemes)} as a whole (\`${hiddenText}\` in them means the stored value), \`consumerName\`, \`groupName\`, \`providerWorkspaceRef\`, \`providerMetadata\` or one of its members. What the body has no value for is removed.`,
    ),
    connection: partialObject({
      description: 'What the paths take their values from.',
      properties: givenMembers,
    }),
  },
});

/** Filters of lists of what customer groups have. */
export const groupFilters = {
  q: {
    ...shortText,
    description: 'Only those of groups whose reference or name holds this text, in any case.',
  },
  health: {
    enum: ['healthy', 'unhealthy'],
    description: 'Only those that can be written through, or only the others.',
  },
} as const;

export const connectionListQuerySchema = partialObject({
  properties: {
    ...listParameters,
    ...groupFilters,
    provider: { type: 'string', description: 'Only connections to this provider.' },
    groupRef: { ...groupRef, description: 'Only connections of this customer group.' },
    consumerRef: { ...shortText, description: 'Only connections of this person.' },
  },
});

export const connectionQuerySchema = partialObject({
  properties: {
    includeCreds: {
      type: 'boolean',
      description: 'Answer the credentials, too, and note it in the audit; needs the scope `full`.',
    },
    includeRefreshToken: {
      type: 'boolean',
      description:
        'Answer the credentials, the refresh token among them, and note it in the audit; needs the scope `full`.',
    },
    refresh: {
      enum: ['force', 'ifExpired'],
      description:
        'Renew the access token first, and note it in the audit: `force` in any case, `ifExpired` where it has ended or is about to; needs the scope `full`.',
    },
  },
});

export type ConnectionQuery = FromSchema<typeof connectionQuerySchema>;
export type ConnectionAnswer = FromSchema<typeof connectionSchema>;
export type ConnectionPatch = FromSchema<typeof connectionPatchSchema>;
export type ConnectionRequest = FromSchema<typeof connectionRequestSchema>;
