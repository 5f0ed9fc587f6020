import type { FromSchema } from 'json-schema-to-ts';
import { closedObject } from '../schema.ts';
import { credentialSchemes } from './credentials.ts';

const able = (description: string) => ({ type: 'boolean', description }) as const;

const hubspot = {
  name: 'hubspot',
  displayName: 'HubSpot',
  authType: 'oauth2',
  baseURL: 'https://api.hubapi.com',
  support: {
    bulkWrite: { insert: true, update: true, upsert: false, delete: false },
    proxy: false,
    read: false,
    subscribe: false,
    write: true,
  },
  oauth2Opts: {
    authURL: 'https://app.hubspot.com/oauth/authorize',
    tokenURL: 'https://api.hubapi.com/oauth/2026-03/token',
    explicitScopesRequired: true,
    explicitWorkspaceRequired: false,
    grantType: 'authorizationCode',
    tokenMetadataFields: {
      workspaceRefField: 'hub_id',
      consumerRefField: 'user_id',
      scopesField: 'scopes',
    },
  },
  providerOpts: {},
  credentials: ['apiKey', 'oauth2AuthorizationCode'],
  writes: ['create', 'update', 'delete'],
  associations: true,
  headers: false,
  delete: true,
  ifEmpty: true,
  batch: { maxRecords: 100, allOrNone: { create: true, update: false } },
};

/** What a provider can do (Specification, feature availability). */
export const providerSchema = closedObject({
  $id: 'Provider',
  examples: [hubspot],
  optional: ['batch'],
  properties: {
    name: { type: 'string', description: 'How manifests and connections name it.' },
    displayName: { type: 'string', description: 'What people call it.' },
    authType: { enum: ['oauth2', 'apiKey'], description: 'How its connections sign their calls.' },
    baseURL: {
      type: 'string',
      description: "Address of its API; `{{.workspace}}` stands for the account's name at the provider.",
    },
    support: closedObject({
      description: 'What is done with it here.',
      properties: {
        bulkWrite: closedObject({
          description: 'What can be done with many records in a call.',
          properties: {
            insert: able('Create them.'),
            update: able('Update them.'),
            upsert: able('Create or update them.'),
            delete: able('Delete them.'),
          },
        }),
        proxy: able('Calls are passed on as they are.'),
        read: able('Records are read on a schedule.'),
        subscribe: able('Changes of records are told.'),
        write: able('Records are written.'),
      },
    }),
    oauth2Opts: closedObject({
      description: 'How a customer gives access.',
      properties: {
        authURL: { type: 'string', description: 'Where a person consents.' },
        tokenURL: { type: 'string', description: 'Where tokens come from.' },
        explicitScopesRequired: able('Scopes have to be named when a person is asked.'),
        explicitWorkspaceRequired: able('The account has to be named when a person is asked.'),
        grantType: { enum: ['authorizationCode'], description: 'How tokens are had.' },
        tokenMetadataFields: closedObject({
          description: 'Members of the answer with tokens.',
          properties: {
            workspaceRefField: { type: 'string', description: 'The account.' },
            consumerRefField: { type: 'string', description: 'The person.' },
            scopesField: { type: 'string', description: 'What was granted.' },
          },
        }),
      },
    }),
    providerOpts: { type: 'object', additionalProperties: false, description: 'Nothing further.' },
    credentials: {
      type: 'array',
      items: { enum: credentialSchemes },
      description: 'What the credentials of its connections may be given as.',
    },
    writes: {
      type: 'array',
      items: { enum: ['create', 'update', 'delete'] },
      description: 'The types of write that it takes.',
    },
    associations: able('Associations may be given with a create.'),
    headers: able('Headers may be forwarded.'),
    delete: able('Records may be deleted.'),
    ifEmpty: able('`writeOnUpdate` may be `ifEmpty`.'),
    batch: closedObject({
      description: 'Batch writes; absent where there are none.',
      properties: {
        maxRecords: { type: 'integer', description: 'Records of one call.' },
        allOrNone: closedObject({
          description: 'Whether one bad record can fail the whole batch.',
          properties: {
            create: able('For a create.'),
            update: able('For an update; where false, updates always give partial success.'),
          },
        }),
      },
    }),
  },
});

/** The providers, by name. */
export const providersSchema = {
  $id: 'Providers',
  examples: [{ hubspot }],
  type: 'object',
  additionalProperties: providerSchema,
} as const;

export type ProviderAnswer = FromSchema<typeof providerSchema>;
