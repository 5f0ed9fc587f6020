import { count, exactly, flag, listOf, matching, oneOf, someText } from '../schema.ts';
import { fieldName, typeName } from './values.ts';

const pickable = exactly({ value: someText, label: someText, active: flag, defaultValue: flag });

const field = exactly({
  name: matching(fieldName),
  label: someText,
  type: oneOf(
    ...['id', 'string', 'textarea', 'email', 'phone', 'url', 'double', 'currency', 'int', 'boolean'],
    ...['date', 'datetime', 'picklist', 'multipicklist', 'reference'],
  ),
  length: count,
  nillable: flag,
  createable: flag,
  updateable: flag,
  defaultedOnCreate: flag,
  unique: flag,
  externalId: flag,
  caseSensitive: flag,
  custom: flag,
  filterable: flag,
  referenceTo: listOf(typeName),
  picklistValues: listOf(pickable),
});

export const described = exactly({
  name: typeName,
  label: someText,
  keyPrefix: matching('^[0-9A-Za-z]{3}$'),
  custom: flag,
  createable: flag,
  updateable: flag,
  deletable: flag,
  queryable: flag,
  fields: listOf(field, 1),
});
