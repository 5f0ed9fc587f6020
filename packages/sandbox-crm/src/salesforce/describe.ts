import type { Field } from './schema/field.ts';
import type { SobjectType } from './schema/sobject-types.ts';

/** `sobjects/{T}/describe`, with what is used of it. */
export const describe = ({ name, label, keyPrefix, fields }: SobjectType) => ({
  name,
  label,
  keyPrefix,
  custom: false,
  createable: true,
  updateable: true,
  deletable: true,
  queryable: true,
  fields: [...fields.values()].map(describeField),
});

function describeField(field: Field) {
  const { name, label, type, length, nillable, writable, defaultedOnCreate } = field;
  const { unique, externalId, referenceTo, values } = field;
  return {
    name,
    label,
    type,
    length,
    nillable,
    createable: writable,
    updateable: writable,
    defaultedOnCreate,
    unique,
    externalId,
    caseSensitive: false,
    custom: name.endsWith('__c'),
    filterable: type !== 'textarea',
    referenceTo,
    picklistValues: values.map((value) => ({ value, label: value, active: true, defaultValue: false })),
  };
}
