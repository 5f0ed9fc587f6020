import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, projectId, shortText, updateTime } from './facts.ts';
import { scopes } from './scopes.ts';

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
  createTime,
  updateTime,
} as const;
const required = ['id', 'projectId', 'label', 'scopes', 'active', 'createTime'] as const;

/** A key as it is answered: the key itself is not among it (Contract §3). */
export const apiKeySchema = {
  $id: 'ApiKey',
  type: 'object',
  additionalProperties: false,
  required,
  properties,
} as const;

export const apiKeyListSchema = { $id: 'ApiKeyList', type: 'array', items: apiKeySchema } as const;

/** The answer to the making of a key: the only one that shows it. */
export const newApiKeySchema = {
  $id: 'NewApiKey',
  type: 'object',
  additionalProperties: false,
  required: [...required, 'key'],
  properties: {
    ...properties,
    key: {
      type: 'string',
      description: 'The key. It is shown this once.',
      examples: [`writ_${'0'.repeat(49)}`],
    },
  },
} as const;

const label = { ...shortText, description: 'What the key is for.', examples: ['checkout service'] } as const;
const scopeList = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: scopes },
  description: 'What it may do.',
  examples: [['write:records', 'operations:read']],
} as const;

export const apiKeyRequestSchema = {
  $id: 'ApiKeyRequest',
  type: 'object',
  additionalProperties: false,
  required: ['label', 'scopes'],
  properties: { label, scopes: scopeList },
} as const;

/** Body of the endpoint that changes what a mask names. */
export const apiKeyPatchSchema = {
  $id: 'ApiKeyPatch',
  type: 'object',
  additionalProperties: false,
  required: ['updateMask', 'apiKey'],
  properties: {
    updateMask: {
      type: 'array',
      minItems: 1,
      items: { enum: ['label', 'scopes', 'active'] },
      description: 'The members to change; others are ignored.',
      examples: [['active']],
    },
    apiKey: {
      type: 'object',
      additionalProperties: false,
      description: 'Their new values.',
      examples: [{ active: false }],
      properties: {
        label,
        scopes: scopeList,
        active: { type: 'boolean', description: 'Whether it is accepted.' },
      },
    },
  },
} as const;

export type ApiKeyAnswer = FromSchema<typeof apiKeySchema>;
