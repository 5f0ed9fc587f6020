import type { FromSchema } from 'json-schema-to-ts';
import {
  arrayOf,
  createTime,
  flag,
  idOf,
  memberMask,
  oneOf,
  projectId,
  shortText,
  text,
  timeOf,
  updateTime,
} from '../fields.ts';
import { listParameters } from '../page.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

/** Scopes of credentials (Contract §3). Anything else is not allowed. */
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

/** Whether these scopes include the needed one. Managing includes reading. */
export function holdsScope(held: ReadonlySet<Scope>, scope: Scope): boolean {
  const managing = scope.endsWith(':read') ? (scope.replace(':read', ':manage') as Scope) : scope;
  return ['full' as const, scope, managing].some((one) => held.has(one));
}

const properties = {
  id: idOf('Id of the key; it is no secret.'),
  projectId,
  label: text('Purpose of the key.', 'checkout service'),
  scopes: arrayOf('Its scopes.', { enum: scopes }, ['write:records', 'operations:read']),
  active: flag('Whether it is active; it may still have expired.'),
  expireTime: timeOf('When it expires; absent: never.'),
  prefix: text('Beginning of the key; absent for keys older than this member.', 'writ_3kQ9'),
  lastUsedTime: timeOf('When it was last used, to about a minute; absent if never since Writ records this.'),
  createTime,
  updateTime,
} as const;

/** Contract §3. */
export const apiKeySchema = closedObject({
  $id: 'ApiKey',
  optional: ['expireTime', 'prefix', 'lastUsedTime', 'updateTime'],
  properties,
});

export const apiKeyListSchema = listOf('ApiKeyList', apiKeySchema);

/** The only answer with the key itself. */
export const newApiKeySchema = closedObject({
  $id: 'NewApiKey',
  optional: ['expireTime', 'prefix', 'lastUsedTime', 'updateTime'],
  properties: {
    ...properties,
    key: text('The key. It is shown only once.', `writ_${'0'.repeat(49)}`),
  },
});

export const whoamiSchema = closedObject({
  $id: 'Whoami',
  optional: ['keyId', 'label', 'project', 'groupRef', 'expireTime'],
  properties: {
    kind: oneOf(['apiKey', 'jwt', 'admin', 'session'], 'Kind of the credential.'),
    keyId: idOf('Id of the API key, or of the key that signed the token.'),
    label: { ...properties.label, description: 'Label of that key.' },
    project: closedObject({
      description: 'The project of the credential; absent for administrators.',
      properties: {
        id: idOf('Id of the project.'),
        name: text('Its name.', 'demo'),
      },
    }),
    scopes: properties.scopes,
    groupRef: text('The only group that a token is for.', 'acme'),
    expireTime: timeOf('When the credential expires: a session at the latest with its key.'),
  },
});

const label = { ...properties.label, ...shortText } as const;
export const scopeList = {
  ...properties.scopes,
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: scopes },
} as const;

export const apiKeyRequestSchema = closedObject({
  $id: 'ApiKeyRequest',
  optional: ['scopes'],
  properties: { label, scopes: { ...scopeList, description: 'Its scopes; by default `full`.' } },
});

export const apiKeyListQuerySchema = partialObject({
  properties: {
    ...listParameters,
    active: flag('Only active keys, or only inactive ones.'),
  },
});

export const apiKeyPatchSchema = closedObject({
  $id: 'ApiKeyPatch',
  properties: {
    updateMask: memberMask(['label', 'scopes', 'active'], 'active'),
    apiKey: partialObject({
      description: 'The new values.',
      examples: [{ active: false }],
      properties: { label, scopes: scopeList, active: properties.active },
    }),
  },
});

export type ApiKeyAnswer = FromSchema<typeof apiKeySchema>;
