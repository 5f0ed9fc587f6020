import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, idOf, oneOf, text } from '../fields.ts';
import { closedObject } from '../schema.ts';
import { upsertMembers, writeRecord, writeType } from './write-request.ts';

const objectName = {
  type: 'string',
  minLength: 1,
  description: "The manifest's name of the object.",
  examples: ['contacts'],
} as const;

export const writePlanRequestSchema = closedObject({
  $id: 'WritePlanRequest',
  examples: [
    { objectName: 'contacts', type: 'create', record: { email: 'ada@example.com', mobile: '+49 30 123456' } },
  ],
  optional: ['key', 'onMissing'],
  properties: { objectName, type: writeType, ...upsertMembers, record: writeRecord },
});

export const writePlanSchema = closedObject({
  $id: 'WritePlan',
  optional: ['recordOfNew', 'warnings'],
  properties: {
    configId: idOf('The config that it is planned by.'),
    provider: text('The CRM that it would be sent to.', 'hubspot'),
    objectName,
    type: writeType,
    record: {
      type: 'object',
      additionalProperties: true,
      description:
        "The record as it would be sent, with the CRM's names of its fields, including those that depend on the CRM's values.",
      examples: [{ email: 'ada@example.com', mobilephone: '+49 30 123456' }],
    },
    recordOfNew: {
      type: 'object',
      additionalProperties: true,
      description: 'What an upsert would send if it creates the record, if that differs from `record`.',
    },
    fields: arrayOf(
      'Outcome of each field of the request, and of each default.',
      closedObject({
        optional: ['field', 'ifOnly'],
        properties: {
          name: text('Its name in the request, or in the settings of a default.'),
          field: text('Its name at the CRM; absent if it is dropped.'),
          fate: oneOf(
            ['written', 'mapped', 'defaulted', 'depends', 'dropped'],
            "The last of these that applies; `depends`: on the CRM's value.",
          ),
          why: text('The reason.'),
          ifOnly: oneOf(
            ['new', 'existing'],
            'Applies only if an upsert creates the record (`new`), or only if the record exists.',
          ),
        },
      }),
      [
        {
          name: 'mobile',
          field: 'mobilephone',
          fate: 'mapped',
          why: 'The installation maps it to `mobilephone`.',
        },
      ],
    ),
    warnings: arrayOf('Differences from the request, as the write would report them.', {
      type: 'string',
    }),
  },
});

export type WritePlanAnswer = FromSchema<typeof writePlanSchema>;
