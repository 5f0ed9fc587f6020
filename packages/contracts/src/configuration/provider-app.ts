import type { FromSchema } from 'json-schema-to-ts';
import {
  createTime,
  hiddenText,
  idOf,
  memberMask,
  projectId,
  secret,
  shortText,
  shortTextOf,
  updateTime,
} from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

const provider = shortTextOf('The provider that the app is at.', 'hubspot');
const clientId = shortTextOf("The app's client id at the provider.", '6f1c2b7e-client');
const clientSecret = {
  ...secret,
  writeOnly: true,
  description: `The app's client secret. It is stored sealed and never answered; \`${hiddenText}\` in a change leaves it as it is.`,
} as const;
const scopes = {
  type: 'array',
  uniqueItems: true,
  maxItems: 200,
  items: shortText,
  description: 'What customers are asked to consent to. An app at HubSpot names at least one.',
  examples: [['crm.objects.contacts.write']],
} as const;

/** Without its secret (Contract §5). */
export const providerAppSchema = closedObject({
  $id: 'ProviderApp',
  optional: ['updateTime'],
  properties: {
    id: idOf('Id of the provider app.'),
    projectId,
    provider,
    clientId,
    scopes,
    createTime,
    updateTime,
  },
});

export const providerAppListSchema = listOf('ProviderAppList', providerAppSchema);

export const providerAppRequestSchema = closedObject({
  $id: 'ProviderAppRequest',
  // Validation errors never show a value: the secret may be under a wrong name.
  writeOnly: true,
  examples: [
    {
      provider: 'hubspot',
      clientId: '6f1c2b7e-client',
      clientSecret: 'a-client-secret',
      scopes: ['crm.objects.contacts.write'],
    },
  ],
  optional: ['scopes'],
  properties: { provider, clientId, clientSecret, scopes },
});

export const providerAppPatchSchema = closedObject({
  $id: 'ProviderAppPatch',
  writeOnly: true,
  examples: [{ updateMask: ['clientSecret'], providerApp: { clientSecret: 'a-new-client-secret' } }],
  properties: {
    updateMask: memberMask(['clientId', 'clientSecret', 'scopes'], 'clientSecret'),
    providerApp: partialObject({
      description: 'The new values.',
      properties: { clientId, clientSecret, scopes },
    }),
  },
});

export type ProviderAppAnswer = FromSchema<typeof providerAppSchema>;
