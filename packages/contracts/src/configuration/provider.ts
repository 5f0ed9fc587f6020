import type { FromSchema } from 'json-schema-to-ts';
import { closedObject } from '../schema.ts';
import { writeTypes } from '../write/write-request.ts';
import { credentialSchemes } from './credentials.ts';
import { arrayOf, flag, oneOf, text, whole } from '../fields.ts';

const hubspot = {
  name: 'hubspot',
  displayName: 'HubSpot',
  authType: 'oauth2',
  baseURL: 'https://api.hubapi.com',
  support: {
    bulkWrite: { insert: true, update: true, upsert: true, delete: false },
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
  writes: ['create', 'update', 'upsert', 'delete'],
  associations: true,
  headers: false,
  delete: true,
  ifEmpty: true,
  batch: { maxRecords: 100, allOrNone: { create: true, update: false, upsert: false } },
};

/** Specification, feature availability. */
export const providerSchema = closedObject({
  $id: 'Provider',
  examples: [hubspot],
  optional: ['batch'],
  properties: {
    name: text('How manifests and connections name it.'),
    displayName: text('Its display name.'),
    authType: oneOf(['oauth2', 'apiKey'], 'How its connections authenticate their calls.'),
    baseURL: text("Address of its API; `{{.workspace}}` stands for the account's name at the provider."),
    support: closedObject({
      description: 'What Writ can do with it.',
      properties: {
        bulkWrite: closedObject({
          description: 'What one call can do with many records.',
          properties: {
            insert: flag('Create them.'),
            update: flag('Update them.'),
            upsert: flag('Create or update them.'),
            delete: flag('Delete them.'),
          },
        }),
        proxy: flag('Calls are passed on as they are.'),
        read: flag('Records are read on a schedule.'),
        subscribe: flag('Changes of records are reported.'),
        write: flag('Records are written.'),
      },
    }),
    oauth2Opts: closedObject({
      description: 'How a customer gives access.',
      properties: {
        authURL: text('Where a person consents.'),
        tokenURL: text('Where tokens come from.'),
        explicitScopesRequired: flag('Scopes must be named in the consent request.'),
        explicitWorkspaceRequired: flag('The account must be named in the consent request.'),
        grantType: oneOf(['authorizationCode'], 'How tokens are obtained.'),
        tokenMetadataFields: closedObject({
          description: 'Members of the answer with tokens.',
          properties: {
            workspaceRefField: text('The account.'),
            consumerRefField: text('The person.'),
            scopesField: text('The granted scopes.'),
          },
        }),
      },
    }),
    providerOpts: { type: 'object', additionalProperties: false, description: 'Nothing further.' },
    credentials: arrayOf("The accepted forms of its connections' credentials.", {
      enum: credentialSchemes,
    }),
    writes: arrayOf('The types of write that it accepts.', { enum: writeTypes }),
    associations: flag('Associations may be given with a create.'),
    headers: flag('Headers may be forwarded.'),
    delete: flag('Records may be deleted.'),
    ifEmpty: flag('`writeOnUpdate` may be `ifEmpty`.'),
    batch: closedObject({
      description: 'Batch writes; absent if there are none.',
      properties: {
        maxRecords: whole('Records of one call.'),
        allOrNone: closedObject({
          description: 'Whether one bad record can fail the whole batch.',
          properties: {
            create: flag('For a create.'),
            update: flag('For an update; if false, updates always give partial success.'),
            upsert: flag('For an upsert; if false, upserts always give partial success.'),
          },
        }),
      },
    }),
  },
});

export const providersSchema = {
  $id: 'Providers',
  examples: [{ hubspot }],
  type: 'object',
  additionalProperties: providerSchema,
} as const;

export type ProviderAnswer = FromSchema<typeof providerSchema>;
