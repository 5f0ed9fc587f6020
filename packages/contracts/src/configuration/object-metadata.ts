import type { FromSchema } from 'json-schema-to-ts';
import { createTime, groupRef, id } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

const valueTypes = [
  'string',
  'boolean',
  'singleSelect',
  'multiSelect',
  'date',
  'datetime',
  'int',
  'float',
  'reference',
  'other',
] as const;

/** What a provider says of a field. */
const fieldMetadataSchema = closedObject({
  description: "A field of an object in a customer's CRM.",
  optional: ['isRequired', 'referenceTo', 'values'],
  properties: {
    fieldName: { type: 'string', description: "The provider's name of it.", examples: ['lifecyclestage'] },
    displayName: { type: 'string', description: 'What people call it.', examples: ['Lifecycle Stage'] },
    valueType: { enum: valueTypes, description: 'What it holds.', examples: ['singleSelect'] },
    fieldType: { enum: valueTypes, description: 'The same as `valueType`.', examples: ['singleSelect'] },
    providerType: {
      type: 'string',
      description: "The provider's name of its type.",
      examples: ['enumeration'],
    },
    readOnly: { type: 'boolean', description: 'It can never be written.', examples: [false] },
    isRequired: {
      type: 'boolean',
      description: 'A new record must have it; absent where the provider does not tell.',
      examples: [false],
    },
    isUnique: { type: 'boolean', description: 'No two records hold the same value.', examples: [false] },
    isCustom: { type: 'boolean', description: 'The customer has made it.', examples: [false] },
    referenceTo: {
      type: 'array',
      items: { type: 'string' },
      description: 'Of a `reference`: the objects whose records it names.',
      examples: [['Account']],
    },
    values: {
      type: 'array',
      description: 'Of a selection: what can be selected.',
      items: closedObject({
        properties: {
          value: { type: 'string', description: 'What is written.', examples: ['customer'] },
          displayValue: { type: 'string', description: 'What people call it.', examples: ['Customer'] },
        },
      }),
    },
  },
});

const byFieldName = { type: 'object', additionalProperties: fieldMetadataSchema } as const;

const field = {
  fieldName: 'lifecyclestage',
  displayName: 'Lifecycle Stage',
  valueType: 'singleSelect',
  fieldType: 'singleSelect',
  providerType: 'enumeration',
  readOnly: false,
  isUnique: false,
  isCustom: false,
  values: [{ value: 'customer', displayValue: 'Customer' }],
} as const;

/** An object of a customer's CRM, as the provider describes it (Contract §5). */
export const objectMetadataSchema = closedObject({
  $id: 'ObjectMetadata',
  description: "An object of a customer's CRM.",
  examples: [{ name: 'contacts', displayName: 'contacts', fields: { lifecyclestage: field } }],
  optional: ['mappedName'],
  properties: {
    name: { type: 'string', description: "The provider's name of it." },
    displayName: {
      type: 'string',
      description: 'What people call it; its name where the provider does not tell.',
    },
    mappedName: { type: 'string', description: 'What the manifest calls it.' },
    fields: { ...byFieldName, description: 'Its fields, by name.' },
  },
});

const refresh = {
  type: 'boolean',
  description: 'Ask the provider, also for what it has said in the last minutes.',
} as const;

export const objectMetadataQuerySchema = partialObject({
  properties: {
    groupRef: {
      ...groupRef,
      description:
        'The customer group whose CRM is meant: that of its installation, else of the connection that one would take.',
    },
    connectionId: { type: 'string', description: 'The connection to the CRM that is meant.' },
    refresh,
  },
});

export const hydrateQuerySchema = partialObject({
  properties: {
    connectionId: {
      type: 'string',
      description: 'The connection to the CRM that is asked; absent: none is.',
    },
    refresh,
  },
});

/** A field that the manifest names, or a mapping that it asks for, which is given as it is. */
const namedField = {
  type: 'object',
  additionalProperties: true,
  properties: {
    fieldName: { type: 'string', description: "The provider's name of it." },
    displayName: { type: 'string', description: 'What people call it.' },
  },
} as const;

const namedFields = (description: string) => ({ type: 'array', items: namedField, description }) as const;

const hydratedSection = (description: string) =>
  ({
    type: 'object',
    additionalProperties: true,
    description,
    properties: {
      objects: {
        type: 'array',
        description: 'Its objects.',
        items: {
          type: 'object',
          additionalProperties: true,
          required: ['objectName', 'displayName'],
          properties: {
            objectName: { type: 'string', description: "The provider's name of it." },
            displayName: { type: 'string', description: 'What people call it.' },
            mappedName: { type: 'string', description: 'What the manifest calls it.' },
            requiredFields: namedFields('What it must have.'),
            optionalFields: namedFields('What it may have.'),
            allFields: {
              type: 'array',
              items: fieldMetadataSchema,
              description: 'Its fields; absent where the provider was not asked, or has not told.',
            },
            allFieldsMetadata: { ...byFieldName, description: 'The same, by name.' },
            error: { type: 'string', description: 'Why it is not told.' },
          },
        },
      },
    },
  }) as const;

/** A revision with what the provider says of its objects. */
export const hydratedRevisionSchema = closedObject({
  $id: 'HydratedRevision',
  description: "A version of an integration, with the fields that its objects have in a customer's CRM.",
  examples: [
    {
      id: '01980f70-2b6e-7d54-b0c3-91e8a5d7f246',
      specVersion: '1.0.0',
      createTime: '2026-11-21T10:15:30.123Z',
      content: {
        name: 'demo-hubspot',
        provider: 'hubspot',
        write: {
          objects: [
            {
              objectName: 'contacts',
              displayName: 'contacts',
              requiredFields: [],
              optionalFields: [{ fieldName: 'lifecyclestage', displayName: 'Lifecycle Stage' }],
              allFields: [field],
              allFieldsMetadata: { lifecyclestage: field },
            },
          ],
        },
      },
    },
  ],
  properties: {
    id: { ...id, description: 'Revision id.' },
    specVersion: { type: 'string', description: "The manifest's version." },
    createTime,
    content: {
      type: 'object',
      additionalProperties: true,
      description: "The integration's entry of the manifest, with what is known of its objects.",
      properties: {
        read: hydratedSection('What is read.'),
        write: hydratedSection('What is written.'),
        subscribe: hydratedSection('Whose changes are told.'),
      },
    },
  },
});

export type FieldMetadata = FromSchema<typeof fieldMetadataSchema>;
export type ObjectMetadata = FromSchema<typeof objectMetadataSchema>;
export type HydratedRevision = FromSchema<typeof hydratedRevisionSchema>;
