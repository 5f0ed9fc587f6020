import type { FromSchema } from 'json-schema-to-ts';
import { partialObject } from '../schema.ts';
import { flag, oneOf, text, whole } from '../fields.ts';

/** Limits of a config as JSON; levels count from the content. */
export const mostOfConfig = { bytes: 256 * 1024, levels: 32 } as const;

/** Keeps unknown members; only known ones are checked. */
const openObject = <const Properties extends object>(facts: {
  description: string;
  properties: Properties;
}) => ({ type: 'object', additionalProperties: true, ...facts }) as const;

const fieldSettings = partialObject({
  description: 'Rules of one field.',
  properties: {
    writeOnCreate: oneOf(['always', 'never'], '`always` when absent.'),
    writeOnUpdate: oneOf(['always', 'never', 'ifEmpty'], '`always` when absent.'),
    default: partialObject({
      minProperties: 1,
      maxProperties: 1,
      description: 'Used when the field is missing from a write; exactly one member.',
      properties: {
        stringValue: text('A text.'),
        integerValue: whole('A whole number.'),
        booleanValue: flag('True or false.'),
      },
    }),
  },
});

const name = { type: 'string', minLength: 1 } as const;
/** Callers choose the names; an empty name is a slip. */
const named = { type: 'object', propertyNames: { minLength: 1 } } as const;

const objectName = {
  ...name,
  description: "The manifest's name of the object; the entry's key when absent.",
} as const;

const writeObject = openObject({
  description: 'How one object is written.',
  properties: {
    objectName,
    inheritMapping: flag('Whether the read mappings count for writes.'),
    deletionSettings: partialObject({
      description: 'Whether records may be deleted.',
      properties: { enabled: flag('False when absent.') },
    }),
    gather: flag(
      'Whether asynchronous writes may share calls to the CRM. When absent, true for HubSpot; for Salesforce as the project says, since its triggers then see all records of a call.',
    ),
    selectedFieldSettings: {
      ...named,
      additionalProperties: fieldSettings,
      description: "Rules by the builder's name of the field.",
    },
    selectedValueDefaults: {
      ...named,
      description: 'The older form of defaults, by field.',
      additionalProperties: {
        type: 'object',
        required: ['value'],
        additionalProperties: true,
        properties: {
          value: { type: ['string', 'number', 'boolean'], description: 'The default.' },
          applyOnUpdate: oneOf(['always', 'never'], 'Whether it is used for updates, too.'),
        },
      },
    },
  },
});

/** Clients send these members; Writ ignores them. */
const kept = { description: 'Kept as it is given.' } as const;

const destination = {
  ...name,
  description: 'Name of the destination that its records go to.',
} as const;

const readObject = openObject({
  description: 'How one object is read; its mapping counts for writes, too.',
  properties: {
    objectName,
    destination,
    selectedFieldMappings: {
      ...named,
      additionalProperties: name,
      description: "The builder's field name to the customer's field name.",
    },
    selectedFields: kept,
    selectedFieldsAuto: kept,
    selectedValueMappings: kept,
    schedule: kept,
    backfill: kept,
  },
});

const subscribeObject = openObject({
  description: 'Which changes of one object are subscribed to.',
  properties: { objectName, destination },
});

const section = <const Item>(item: Item, description: string) =>
  openObject({
    description,
    properties: {
      objects: {
        ...named,
        additionalProperties: item,
        description: 'By keys of your own; no two may be about the same object.',
      },
    },
  });

export const configContentSchema = {
  ...openObject({
    description: 'What the customer group chose. Members that are not known are kept.',
    properties: {
      provider: text("The integration's provider."),
      write: section(
        writeObject,
        'How objects are written. Other objects cannot be written; without this section the manifest decides.',
      ),
      read: section(readObject, 'How objects are read.'),
      subscribe: section(subscribeObject, 'Which changes are subscribed to.'),
      proxy: openObject({
        description: "Whether the provider's API may be called through.",
        properties: { enabled: flag('Whether it may.') },
      }),
    },
  }),
  examples: [
    {
      read: { objects: { contacts: { selectedFieldMappings: { mobile: 'mobilephone' } } } },
      write: {
        objects: {
          contacts: {
            objectName: 'contacts',
            inheritMapping: true,
            deletionSettings: { enabled: true },
            selectedFieldSettings: { email: { writeOnUpdate: 'never' } },
          },
        },
      },
    },
  ],
} as const;

/** Stored configs may have empty names, so `minLength` is checked only beside the config in force. */
export const sentBackContentSchema = JSON.parse(JSON.stringify(configContentSchema), (key, value: unknown) =>
  ['minLength', 'propertyNames'].includes(key) ? undefined : value,
) as typeof configContentSchema;

export type ConfigContent = FromSchema<typeof configContentSchema>;
