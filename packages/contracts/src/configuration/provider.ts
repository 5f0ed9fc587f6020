import type { FromSchema } from 'json-schema-to-ts';

const able = (description: string) => ({ type: 'boolean', description }) as const;

/** What a provider can do (Specification, feature availability). */
export const providerSchema = {
  $id: 'Provider',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'displayName', 'authScheme', 'writes', 'associations', 'headers', 'delete', 'ifEmpty'],
  properties: {
    name: { type: 'string', description: 'How manifests and connections name it.', examples: ['hubspot'] },
    displayName: { type: 'string', description: 'What people call it.', examples: ['HubSpot'] },
    authScheme: { enum: ['oauth2', 'apiKey'], description: 'How its connections sign their calls.' },
    writes: {
      type: 'array',
      items: { enum: ['create', 'update', 'delete'] },
      description: 'The types of write that it takes.',
      examples: [['create', 'update', 'delete']],
    },
    associations: able('Associations may be given with a create.'),
    headers: able('Headers may be forwarded.'),
    delete: able('Records may be deleted.'),
    ifEmpty: able('`writeOnUpdate` may be `ifEmpty`.'),
    batch: {
      type: 'object',
      additionalProperties: false,
      required: ['maxRecords', 'allOrNone'],
      description: 'Batch writes; absent where there are none.',
      properties: {
        maxRecords: { type: 'integer', description: 'Records of one call.', examples: [100] },
        allOrNone: {
          type: 'object',
          additionalProperties: false,
          required: ['create', 'update'],
          description: 'Whether one bad record can fail the whole batch.',
          properties: {
            create: able('For a create.'),
            update: able('For an update; where false, updates always give partial success.'),
          },
        },
      },
    },
  },
} as const;

export const providerListSchema = { $id: 'ProviderList', type: 'array', items: providerSchema } as const;

export type ProviderAnswer = FromSchema<typeof providerSchema>;
