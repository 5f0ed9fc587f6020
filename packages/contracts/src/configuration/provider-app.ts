import type { FromSchema } from 'json-schema-to-ts';
import {
  createTime,
  hiddenText,
  id,
  memberMask,
  projectId,
  secret,
  shortText,
  updateTime,
} from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

const provider = {
  ...shortText,
  description: 'The provider that the app is at.',
  examples: ['hubspot'],
} as const;
const clientId = {
  ...shortText,
  description: "The app's client id at the provider.",
  examples: ['6f1c2b7e-client'],
} as const;
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

/** The builder's app at a provider as it is answered: without its secret (Contract §5). */
export const providerAppSchema = closedObject({
  $id: 'ProviderApp',
  optional: ['updateTime'],
  properties: {
    id: { ...id, description: 'Id of the provider app.' },
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
  // Its faults never show a value: the secret may stand under a wrong name.
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

/** Body of the endpoint that changes what a mask names. */
export const providerAppPatchSchema = closedObject({
  $id: 'ProviderAppPatch',
  writeOnly: true,
  examples: [{ updateMask: ['clientSecret'], providerApp: { clientSecret: 'a-new-client-secret' } }],
  properties: {
    updateMask: memberMask(['clientId', 'clientSecret', 'scopes'], 'clientSecret'),
    providerApp: partialObject({
      description: 'Their new values.',
      properties: { clientId, clientSecret, scopes },
    }),
  },
});

export type ProviderAppAnswer = FromSchema<typeof providerAppSchema>;
