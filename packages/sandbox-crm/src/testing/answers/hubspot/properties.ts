import { exactly, flag, listOf, matching, oneOf, someText, text, wholeNumber } from '../schema.ts';

const option = exactly({ label: someText, value: someText, displayOrder: wholeNumber, hidden: flag });

const property = exactly({
  name: matching('^[a-z][a-z0-9_]*$'),
  label: someText,
  type: oneOf('string', 'number', 'enumeration', 'date', 'datetime', 'bool'),
  fieldType: oneOf('text', 'number', 'date', 'select', 'booleancheckbox'),
  description: text,
  groupName: someText,
  options: listOf(option),
  calculated: flag,
  archived: flag,
  hasUniqueValue: flag,
  hubspotDefined: flag,
  modificationMetadata: exactly({ archivable: flag, readOnlyDefinition: flag, readOnlyValue: flag }),
});

export const propertyList = exactly({ results: listOf(property, 1) });
