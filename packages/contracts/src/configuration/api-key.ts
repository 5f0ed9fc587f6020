import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, memberMask, projectId, shortText, time, updateTime } from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

/** What a credential may do (Contract §3). Nothing is allowed that is not listed. */
export const scopes = [
  'full',
  'write:records',
  'operations:read',
  'operations:manage',
  'installations:read',
  'installations:manage',
  'notifications:read',
  'notifications:manage',
  'events:publish',
  'frontend',
] as const;

export type Scope = (typeof scopes)[number];

const properties = {
  id: { ...id, description: 'Id of the key; it is no secret.' },
  projectId,
  label: { type: 'string', description: 'What the key is for.', examples: ['checkout service'] },
  scopes: {
    type: 'array',
    items: { enum: scopes },
    description: 'What it may do.',
    examples: [['write:records', 'operations:read']],
  },
  active: { type: 'boolean', description: 'Whether it is accepted.' },
  expireTime: { ...time, description: 'From when on it is refused; absent: never.' },
  createTime,
  updateTime,
} as const;

/** A key as it is answered: the key itself is not among it (Contract §3). */
export const apiKeySchema = closedObject({
  $id: 'ApiKey',
  optional: ['expireTime', 'updateTime'],
  properties,
});

export const apiKeyListSchema = listOf('ApiKeyList', apiKeySchema);

/** The answer to the making of a key: the only one that shows it. */
export const newApiKeySchema = closedObject({
  $id: 'NewApiKey',
  optional: ['expireTime', 'updateTime'],
  properties: {
    ...properties,
    key: {
      type: 'string',
      description: 'The key. It is shown this once.',
      examples: [`writ_${'0'.repeat(49)}`],
    },
  },
});

const label = { ...properties.label, ...shortText } as const;
const scopeList = {
  ...properties.scopes,
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: scopes },
} as const;

export const apiKeyRequestSchema = closedObject({
  $id: 'ApiKeyRequest',
  properties: { label, scopes: scopeList },
});

/** Body of the endpoint that changes what a mask names. */
export const apiKeyPatchSchema = closedObject({
  $id: 'ApiKeyPatch',
  properties: {
    updateMask: memberMask(['label', 'scopes', 'active'], 'active'),
    apiKey: partialObject({
      description: 'Their new values.',
      examples: [{ active: false }],
      properties: { label, scopes: scopeList, active: properties.active },
    }),
  },
});

export type ApiKeyAnswer = FromSchema<typeof apiKeySchema>;
