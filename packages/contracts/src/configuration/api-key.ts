import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, memberMask, projectId, shortText, time, updateTime } from '../fields.ts';
import { listParameters } from '../page.ts';
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

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

/** Whether who holds some scopes may do what needs this one. Managing includes reading. */
export function holdsScope(held: ReadonlySet<Scope>, scope: Scope): boolean {
  const managing = scope.endsWith(':read') ? (scope.replace(':read', ':manage') as Scope) : scope;
  return ['full' as const, scope, managing].some((one) => held.has(one));
}

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
  active: { type: 'boolean', description: 'Whether it is switched on; `expireTime` ends it, too.' },
  expireTime: { ...time, description: 'From when on it is refused; absent: never.' },
  prefix: {
    type: 'string',
    description: 'How the key begins; absent where it was made before this was kept.',
    examples: ['writ_3kQ9'],
  },
  lastUsedTime: {
    ...time,
    description: 'When it was last used, to about a minute; absent: never since this is kept.',
  },
  createTime,
  updateTime,
} as const;

/** A key as it is answered: the key itself is not among it (Contract §3). */
export const apiKeySchema = closedObject({
  $id: 'ApiKey',
  optional: ['expireTime', 'prefix', 'lastUsedTime', 'updateTime'],
  properties,
});

export const apiKeyListSchema = listOf('ApiKeyList', apiKeySchema);

/** The answer to the making of a key: the only one that shows it. */
export const newApiKeySchema = closedObject({
  $id: 'NewApiKey',
  optional: ['expireTime', 'prefix', 'lastUsedTime', 'updateTime'],
  properties: {
    ...properties,
    key: {
      type: 'string',
      description: 'The key. It is shown this once.',
      examples: [`writ_${'0'.repeat(49)}`],
    },
  },
});

/** Who calls, as the caller is told. */
export const whoamiSchema = closedObject({
  $id: 'Whoami',
  optional: ['keyId', 'label', 'project', 'groupRef', 'expireTime'],
  properties: {
    kind: { enum: ['apiKey', 'jwt', 'admin', 'session'], description: 'What was presented.' },
    keyId: { ...id, description: 'Id of the API key, or of the key that signed the token.' },
    label: { ...properties.label, description: 'Label of that key.' },
    project: closedObject({
      description: 'The project of the credential; absent for administrators.',
      properties: {
        id: { ...id, description: 'Id of the project.' },
        name: { type: 'string', description: 'Its name.', examples: ['demo'] },
      },
    }),
    scopes: properties.scopes,
    groupRef: { type: 'string', description: 'The only group that a token is for.', examples: ['acme'] },
    expireTime: {
      ...time,
      description: 'When what was presented ends: a session with its key at the latest.',
    },
  },
});

const label = { ...properties.label, ...shortText } as const;
/** Scopes as they are given. */
export const scopeList = {
  ...properties.scopes,
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: scopes },
} as const;

export const apiKeyRequestSchema = closedObject({
  $id: 'ApiKeyRequest',
  optional: ['scopes'],
  properties: { label, scopes: { ...scopeList, description: 'What it may do; `full` when absent.' } },
});

export const apiKeyListQuerySchema = partialObject({
  properties: {
    ...listParameters,
    active: { type: 'boolean', description: 'Only keys that are switched on, or only the others.' },
  },
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
