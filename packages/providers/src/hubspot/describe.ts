import type { Failed, JsonObject } from '@writ/write-core';
import type { DescribedField, DescribedObject, ValueType } from '../described-object.ts';
import { isJsonObject, memberOf, objectsIn, textOf } from '../transport/json.ts';
import { withFaults } from '../verdict.ts';
import { reader } from './failures/failures.ts';
import { alwaysKeysOf } from './look-up.ts';
import { propertiesPath, type HubspotRequest } from './paths.ts';

/**
 * HubSpot does not list required properties here. The only bad request possible is an unknown object
 * (Providers §2.2).
 */
export const describeRequest: HubspotRequest<[objectName: string], DescribedObject> = {
  build: (target) => ({ method: 'GET', path: propertiesPath(target) }),
  read(answer, objectName) {
    const read = readProperties(answer, objectName);
    return answer.status === 400 && read.kind === 'failed' ? withFaults(read, { kind: 'not-found' }) : read;
  },
};

const readProperties: (...of: Parameters<(typeof describeRequest)['read']>) => DescribedObject | Failed =
  reader(({ json }, objectName: string) => {
    if (!isJsonObject(json) || !Array.isArray(json['results'])) return undefined;
    const unique = new Set(alwaysKeysOf(objectName).map(({ name }) => name));
    const fields = objectsIn(json['results']).map(fieldOf);
    return {
      kind: 'described',
      fields: fields.map((field) => (unique.has(field.name) ? { ...field, unique: true } : field)),
    };
  });

const valueTypes: Readonly<Record<string, ValueType>> = {
  string: 'string',
  phone_number: 'string',
  number: 'float',
  bool: 'boolean',
  enumeration: 'singleSelect',
  date: 'date',
  datetime: 'datetime',
};

function fieldOf(property: JsonObject): DescribedField {
  const { label, type, options, calculated, modificationMetadata, referencedObjectType } = property;
  const name = textOf(property['name']) ?? '';
  const providerType = textOf(type) ?? '';
  const valueType = valueTypeOf(property, providerType);
  const referenceTo = textOf(referencedObjectType);
  return {
    name,
    label: textOf(label) ?? name,
    valueType,
    providerType,
    readOnly: calculated === true || memberOf(modificationMetadata, 'readOnlyValue') === true,
    unique: property['hasUniqueValue'] === true,
    custom: property['hubspotDefined'] !== true,
    ...(valueType.endsWith('Select') && { options: optionsIn(options) }),
    ...(referenceTo !== undefined && { referenceTo: [referenceTo] }),
  };
}

function valueTypeOf({ fieldType, referencedObjectType }: JsonObject, providerType: string): ValueType {
  if (textOf(referencedObjectType) !== undefined) return 'reference';
  if (fieldType === 'booleancheckbox') return 'boolean';
  if (fieldType === 'checkbox') return 'multiSelect';
  return valueTypes[providerType] ?? 'other';
}

const optionsIn = (options: unknown): { value: string; label: string }[] =>
  objectsIn(options)
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ value, label }) =>
      typeof value === 'string' ? [{ value, label: textOf(label) ?? value }] : [],
    );
