import type { FromSchema } from 'json-schema-to-ts';
import { hiddenText } from '../hidden.ts';
import { createTime, id, projectId, shortText, updateTime } from './facts.ts';

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
  type: 'string',
  minLength: 1,
  maxLength: 8_192,
  pattern: '^[\\x21-\\x7e]+$',
  writeOnly: true,
  description: `The app's client secret. It is stored sealed and never answered; \`${hiddenText}\` in a change leaves it as it is.`,
} as const;
const scopes = {
  type: 'array',
  uniqueItems: true,
  maxItems: 200,
  items: shortText,
  description: 'What customers are asked to consent to.',
  examples: [['crm.objects.contacts.write']],
} as const;

/** The builder's app at a provider as it is answered: without its secret (Contract §5). */
export const providerAppSchema = {
  $id: 'ProviderApp',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'projectId', 'provider', 'clientId', 'scopes', 'createTime'],
  properties: {
    id: { ...id, description: 'Id of the provider app.' },
    projectId,
    provider,
    clientId,
    scopes,
    createTime,
    updateTime,
  },
} as const;

export const providerAppListSchema = {
  $id: 'ProviderAppList',
  type: 'array',
  items: providerAppSchema,
} as const;

export const providerAppRequestSchema = {
  $id: 'ProviderAppRequest',
  type: 'object',
  // Its faults never show a value: the secret may stand under a wrong name.
  writeOnly: true,
  additionalProperties: false,
  required: ['provider', 'clientId', 'clientSecret'],
  examples: [{ provider: 'hubspot', clientId: '6f1c2b7e-client', clientSecret: 'a-client-secret' }],
  properties: { provider, clientId, clientSecret, scopes },
} as const;

/** Body of the endpoint that changes what a mask names. */
export const providerAppPatchSchema = {
  $id: 'ProviderAppPatch',
  type: 'object',
  writeOnly: true,
  additionalProperties: false,
  required: ['updateMask', 'providerApp'],
  examples: [{ updateMask: ['clientSecret'], providerApp: { clientSecret: 'a-new-client-secret' } }],
  properties: {
    updateMask: {
      type: 'array',
      minItems: 1,
      items: { enum: ['clientId', 'clientSecret', 'scopes'] },
      description: 'The members to change; others are ignored.',
      examples: [['clientSecret']],
    },
    providerApp: {
      type: 'object',
      additionalProperties: false,
      description: 'Their new values.',
      properties: { clientId, clientSecret, scopes },
    },
  },
} as const;

export type ProviderAppAnswer = FromSchema<typeof providerAppSchema>;
