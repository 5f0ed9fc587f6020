import {
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
import { closedObject, listOf, partialObject } from '../schema.ts';
import { scopeList } from './api-key.ts';

/** `RSA` means `RS256` (Contract §3). */
export const jwtAlgorithms = ['RS256', 'ES256', 'EdDSA', 'RSA'] as const;

export type JwtAlgorithm = (typeof jwtAlgorithms)[number];

const pemExample = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----`;

const properties = {
  id: idOf('Id of the key.'),
  kid: idOf('What tokens name as `kid` in their header: the id of the key.'),
  projectId,
  label: text('Purpose of the key.', 'customer portal'),
  algorithm: oneOf(jwtAlgorithms, 'How its tokens are signed. `RSA` means RS256.', 'EdDSA'),
  publicKeyPem: text('The public key, in PEM (SPKI).', pemExample),
  scopes: {
    ...scopeList,
    description: 'What its tokens may do; a token without a group may be narrower by its `scope` claim.',
    examples: [['full']],
  },
  audienceRequired: flag(
    'Whether its tokens must name the project in `aud`, by id or name. Otherwise a token without `aud` counts, too.',
    true,
  ),
  active: flag('Whether its tokens are accepted.'),
  lastUsedTime: timeOf(
    'When one of its tokens was last used, to about a minute; absent if never since Writ records this.',
  ),
  createTime,
  updateTime,
} as const;

export const jwtKeySchema = closedObject({
  $id: 'JwtKey',
  optional: ['lastUsedTime', 'updateTime'],
  properties,
});

export const jwtKeyListSchema = listOf('JwtKeyList', jwtKeySchema);

const label = { ...properties.label, ...shortText } as const;

export const jwtKeyRequestSchema = closedObject({
  $id: 'JwtKeyRequest',
  optional: ['scopes', 'algorithm', 'audienceRequired'],
  properties: {
    label,
    algorithm: {
      ...properties.algorithm,
      description: 'How its tokens are signed: `RS256` by default; `RSA` means the same.',
    },
    publicKeyPem: { ...properties.publicKeyPem, minLength: 1, maxLength: 8_192 },
    scopes: { ...properties.scopes, description: `${properties.scopes.description} \`full\` unless given.` },
    audienceRequired: {
      ...properties.audienceRequired,
      description: `${properties.audienceRequired.description} On unless given.`,
    },
  },
});

export const jwtKeyPatchSchema = closedObject({
  $id: 'JwtKeyPatch',
  properties: {
    updateMask: memberMask(['label', 'scopes', 'audienceRequired', 'active'], 'active'),
    jwtKey: partialObject({
      description: 'The new values.',
      examples: [{ active: false }],
      properties: {
        label,
        scopes: properties.scopes,
        audienceRequired: properties.audienceRequired,
        active: properties.active,
      },
    }),
  },
});
