import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, createTime, flag, groupRef, idOf, oneOf, text } from '../fields.ts';
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

const fieldMetadataSchema = closedObject({
  description: "A field of an object in a customer's CRM.",
  optional: ['isRequired', 'referenceTo', 'values'],
  properties: {
    fieldName: text("The provider's name of it.", 'lifecyclestage'),
    displayName: text('Its display name.', 'Lifecycle Stage'),
    valueType: oneOf(valueTypes, 'What it holds.', 'singleSelect'),
    fieldType: oneOf(valueTypes, 'The same as `valueType`.', 'singleSelect'),
    providerType: text("The provider's name of its type.", 'enumeration'),
    readOnly: flag('It can never be written.', false),
    isRequired: flag('A new record must have it; absent if the provider does not say.', false),
    isUnique: flag('No two records hold the same value.', false),
    isCustom: flag('Created by the customer.', false),
    referenceTo: arrayOf('Of a `reference`: the objects whose records it names.', { type: 'string' }, [
      'Account',
    ]),
    values: arrayOf(
      'Of a selection: what can be selected.',
      closedObject({
        properties: {
          value: text('The value to write.', 'customer'),
          displayValue: text('Its display name.', 'Customer'),
        },
      }),
    ),
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

export const objectMetadataSchema = closedObject({
  $id: 'ObjectMetadata',
  description: "An object of a customer's CRM.",
  examples: [{ name: 'contacts', displayName: 'contacts', fields: { lifecyclestage: field } }],
  optional: ['mappedName'],
  properties: {
    name: text("The provider's name of it."),
    displayName: text('Its display name; its name if the provider gives none.'),
    mappedName: text("The manifest's name of it."),
    fields: { ...byFieldName, description: 'Its fields, by name.' },
  },
});

const refresh = flag('Ask the provider even if it has answered within the last minutes.');

export const objectMetadataQuerySchema = partialObject({
  properties: {
    groupRef: {
      ...groupRef,
      description:
        'The customer group whose CRM is asked: through its installation, else through the connection that an installation would use.',
    },
    connectionId: text('The connection to the CRM that is asked.'),
    refresh,
  },
});

export const hydrateQuerySchema = partialObject({
  properties: {
    connectionId: text('The connection to the CRM that is asked; if absent, none is asked.'),
    refresh,
  },
});

/** A manifest's field or mapping, passed on unchanged. */
const namedField = {
  type: 'object',
  additionalProperties: true,
  properties: {
    fieldName: text("The provider's name of it."),
    displayName: text('Its display name.'),
  },
} as const;

const namedFields = (description: string) => arrayOf(description, namedField);

const hydratedSection = (description: string) =>
  ({
    type: 'object',
    additionalProperties: true,
    description,
    properties: {
      objects: arrayOf('Its objects.', {
        type: 'object',
        additionalProperties: true,
        required: ['objectName', 'displayName'],
        properties: {
          objectName: text("The provider's name of it."),
          displayName: text('Its display name.'),
          mappedName: text("The manifest's name of it."),
          requiredFields: namedFields('What it must have.'),
          optionalFields: namedFields('What it may have.'),
          allFields: arrayOf(
            'Its fields; absent if the provider was not asked, or gave none.',
            fieldMetadataSchema,
          ),
          allFieldsMetadata: { ...byFieldName, description: 'The same, by name.' },
          error: text('Why its fields are missing.'),
        },
      }),
    },
  }) as const;

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
    id: idOf('Revision id.'),
    specVersion: text("The manifest's version."),
    createTime,
    content: {
      type: 'object',
      additionalProperties: true,
      description: "The integration's entry of the manifest, with the fields of its objects.",
      properties: {
        read: hydratedSection('What is read.'),
        write: hydratedSection('The value to write.'),
        subscribe: hydratedSection('Objects whose changes are reported.'),
      },
    },
  },
});

export type FieldMetadata = FromSchema<typeof fieldMetadataSchema>;
export type ObjectMetadata = FromSchema<typeof objectMetadataSchema>;
export type HydratedRevision = FromSchema<typeof hydratedRevisionSchema>;
