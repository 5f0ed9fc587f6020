import type { FromSchema } from 'json-schema-to-ts';
import { closedObject, partialObject } from '../schema.ts';

/** Which of the object's fields are written, and when (Specification, Installation config). */
const fieldSettings = partialObject({
  description: 'Rules of one field.',
  properties: {
    writeOnCreate: { enum: ['always', 'never'], description: '`always` when absent.' },
    writeOnUpdate: { enum: ['always', 'never', 'ifEmpty'], description: '`always` when absent.' },
    default: partialObject({
      minProperties: 1,
      maxProperties: 1,
      description: 'Used when the field is missing from a write; exactly one member.',
      properties: {
        stringValue: { type: 'string', description: 'A text.' },
        integerValue: { type: 'integer', description: 'A whole number.' },
        booleanValue: { type: 'boolean', description: 'True or false.' },
      },
    }),
  },
});

const objectName = {
  type: 'string',
  minLength: 1,
  description: "The manifest's name of the object.",
} as const;

const writeObject = partialObject({
  description: 'How one object is written.',
  properties: {
    objectName,
    inheritMapping: { type: 'boolean', description: 'Whether the read mappings count for writes.' },
    deletionSettings: partialObject({
      description: 'Whether records may be deleted.',
      properties: { enabled: { type: 'boolean', description: 'False when absent.' } },
    }),
    selectedFieldSettings: {
      type: 'object',
      additionalProperties: fieldSettings,
      description: "Rules by the builder's name of the field.",
    },
    selectedValueDefaults: {
      type: 'object',
      description: 'The older form of defaults, by field.',
      additionalProperties: closedObject({
        optional: ['applyOnUpdate'],
        properties: {
          value: { type: ['string', 'number', 'boolean'], description: 'The default.' },
          applyOnUpdate: { enum: ['always', 'never'], description: 'Whether it is used for updates, too.' },
        },
      }),
    },
  },
});

/** Objects of sections that other systems use, too: what they add is kept. */
const openObject = {
  type: 'object',
  additionalProperties: true,
  properties: {
    objectName,
    destination: { type: 'string', description: 'Name of the destination that read records go to.' },
    selectedFieldMappings: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: "The builder's field name to the customer's field name.",
    },
  },
} as const;

const section = <const Item, const Open extends boolean>(item: Item, open: Open, description: string) =>
  ({
    type: 'object',
    additionalProperties: open,
    description,
    properties: { objects: { type: 'object', additionalProperties: item, description: 'By object key.' } },
  }) as const;

/** The content of an installation's config. */
export const configContentSchema = partialObject({
  description: 'What the customer group chose.',
  examples: [
    { write: { objects: { contacts: { objectName: 'contacts', deletionSettings: { enabled: true } } } } },
  ],
  properties: {
    provider: { type: 'string', description: "The integration's provider." },
    write: section(
      writeObject,
      false,
      'How objects are written. Those that it lacks are not; without it the manifest decides.',
    ),
    read: section(openObject, true, 'How objects are read.'),
    subscribe: section(openObject, true, 'Which changes are subscribed to.'),
    proxy: {
      type: 'object',
      additionalProperties: true,
      description: "Whether the provider's API may be called through.",
      properties: { enabled: { type: 'boolean', description: 'Whether it may.' } },
    },
  },
});

export type ConfigContent = FromSchema<typeof configContentSchema>;
