import type { JsonObject } from '@writ/write-core';
import type { DescribedField, DescribedObject, ValueType } from '../described-object.ts';
import { isJsonObject, objectsIn, textOf, textsIn } from '../transport/json.ts';
import { reader } from './failures/failures.ts';
import { objectPath, type SalesforceRequest } from './paths.ts';

/** As far as the user may see them (Providers §1.2). */
export const describeRequest: SalesforceRequest<[], DescribedObject> = {
  build: (target) => ({ method: 'GET', path: `${objectPath(target)}/describe` }),
  read: reader(({ json }): DescribedObject | undefined => {
    if (!isJsonObject(json) || !Array.isArray(json['fields'])) return undefined;
    const label = textOf(json['label']);
    return {
      kind: 'described',
      ...(label !== undefined && { label }),
      fields: objectsIn(json['fields']).map(fieldOf),
    };
  }),
};

const valueTypes: Readonly<Record<string, ValueType>> = {
  id: 'string',
  string: 'string',
  textarea: 'string',
  email: 'string',
  phone: 'string',
  url: 'string',
  combobox: 'string',
  encryptedstring: 'string',
  boolean: 'boolean',
  picklist: 'singleSelect',
  multipicklist: 'multiSelect',
  date: 'date',
  datetime: 'datetime',
  int: 'int',
  long: 'int',
  double: 'float',
  currency: 'float',
  percent: 'float',
  reference: 'reference',
};

/** Required: cannot be empty, and Salesforce does not fill it. */
function fieldOf(field: JsonObject): DescribedField {
  const { label, type, createable, updateable, nillable, defaultedOnCreate, custom } = field;
  const name = textOf(field['name']) ?? '';
  const providerType = textOf(type) ?? '';
  const valueType = valueTypes[providerType] ?? 'other';
  return {
    name,
    label: textOf(label) ?? name,
    valueType,
    providerType,
    readOnly: createable !== true && updateable !== true,
    required: createable === true && nillable === false && defaultedOnCreate !== true,
    unique: field['unique'] === true || providerType === 'id',
    custom: custom === true,
    ...(valueType.endsWith('Select') && { options: optionsIn(field['picklistValues']) }),
    ...(valueType === 'reference' && { referenceTo: textsIn(field['referenceTo']) }),
  };
}

const optionsIn = (values: unknown): { value: string; label: string }[] =>
  objectsIn(values)
    .filter(({ active }) => active !== false)
    .flatMap(({ value, label }) =>
      typeof value === 'string' ? [{ value, label: textOf(label) ?? value }] : [],
    );
