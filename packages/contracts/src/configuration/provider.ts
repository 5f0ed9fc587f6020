import type { FromSchema } from 'json-schema-to-ts';
import { closedObject, listOf } from '../schema.ts';

const able = (description: string) => ({ type: 'boolean', description }) as const;

/** What a provider can do (Specification, feature availability). */
export const providerSchema = closedObject({
  $id: 'Provider',
  optional: ['batch'],
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
    batch: closedObject({
      description: 'Batch writes; absent where there are none.',
      properties: {
        maxRecords: { type: 'integer', description: 'Records of one call.', examples: [100] },
        allOrNone: closedObject({
          description: 'Whether one bad record can fail the whole batch.',
          properties: {
            create: able('For a create.'),
            update: able('For an update; where false, updates always give partial success.'),
          },
        }),
      },
    }),
  },
});

export const providerListSchema = listOf('ProviderList', providerSchema);

export type ProviderAnswer = FromSchema<typeof providerSchema>;
