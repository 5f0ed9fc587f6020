import type { FromSchema } from 'json-schema-to-ts';
import { id } from '../fields.ts';
import { closedObject } from '../schema.ts';
import { writeRecord, writeType } from './write-request.ts';

const objectName = {
  type: 'string',
  minLength: 1,
  description: "The manifest's name of the object.",
  examples: ['contacts'],
} as const;

/** Body of the endpoint that plans a write. */
export const writePlanRequestSchema = closedObject({
  $id: 'WritePlanRequest',
  examples: [
    { objectName: 'contacts', type: 'create', record: { email: 'ada@example.com', mobile: '+49 30 123456' } },
  ],
  properties: { objectName, type: writeType, record: writeRecord },
});

/** What a write of one record would come to (Contract §5). */
export const writePlanSchema = closedObject({
  $id: 'WritePlan',
  optional: ['warnings'],
  properties: {
    configId: { ...id, description: 'The config that it is planned by.' },
    provider: { type: 'string', description: 'The CRM that it would be sent to.', examples: ['hubspot'] },
    objectName,
    type: writeType,
    record: {
      type: 'object',
      additionalProperties: true,
      description:
        "The record as it would be sent, with the CRM's names of its fields; also those that `depends` is told of.",
      examples: [{ email: 'ada@example.com', mobilephone: '+49 30 123456' }],
    },
    fields: {
      type: 'array',
      description: 'What becomes of each field of the request, and of each default that is used.',
      items: closedObject({
        optional: ['field'],
        properties: {
          name: { type: 'string', description: 'Its name in the request, or in the settings of a default.' },
          field: { type: 'string', description: 'Its name at the CRM; absent where it is dropped.' },
          fate: {
            enum: ['written', 'mapped', 'defaulted', 'depends', 'dropped'],
            description: 'The last of these that holds; `depends`: on what the CRM holds.',
          },
          why: { type: 'string', description: 'What makes it so.' },
        },
      }),
      examples: [
        [
          {
            name: 'mobile',
            field: 'mobilephone',
            fate: 'mapped',
            why: 'The installation maps it to `mobilephone`.',
          },
        ],
      ],
    },
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description: 'What would be done otherwise than the request says, as the write would tell it.',
    },
  },
});

export type WritePlanAnswer = FromSchema<typeof writePlanSchema>;
