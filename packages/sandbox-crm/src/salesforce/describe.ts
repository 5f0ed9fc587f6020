import type { Field } from './schema/field.ts';
import type { SobjectType } from './schema/sobject-types.ts';

/** `sobjects/{T}/describe` */
export function describe(type: SobjectType, version: string) {
  return {
    ...summary(type, version),
    fields: [...type.fields.values()].map(describeField),
    childRelationships: [],
    recordTypeInfos: [],
  };
}

/** An object as `sobjects` lists it. */
export function summary({ name, label, keyPrefix }: SobjectType, version: string) {
  const url = `/services/data/${version}/sobjects/${name}`;
  return {
    name,
    label,
    labelPlural: `${label}s`,
    keyPrefix,
    custom: false,
    createable: true,
    updateable: true,
    deletable: true,
    queryable: true,
    retrieveable: true,
    searchable: true,
    undeletable: false,
    urls: { sobject: url, describe: `${url}/describe`, rowTemplate: `${url}/{ID}` },
  };
}

function describeField(field: Field) {
  const {
    name,
    label,
    type,
    length,
    nillable,
    writable,
    defaultedOnCreate,
    unique,
    externalId,
    referenceTo,
  } = field;
  const isNumber = type === 'double' || type === 'currency';
  return {
    name,
    label,
    type,
    length,
    byteLength: length * 3,
    precision: isNumber ? 18 : 0,
    scale: isNumber ? 2 : 0,
    digits: type === 'int' ? 8 : 0,
    nillable,
    createable: writable,
    updateable: writable,
    defaultedOnCreate,
    unique,
    externalId,
    idLookup: externalId || type === 'id',
    caseSensitive: false,
    calculated: false,
    custom: name.endsWith('__c'),
    filterable: type !== 'textarea',
    sortable: type !== 'textarea',
    referenceTo,
    relationshipName: type === 'reference' ? name.replace(/Id$/, '') : null,
    restrictedPicklist: type === 'picklist' || type === 'multipicklist',
    picklistValues: field.values.map((value) => ({ value, label: value, active: true, defaultValue: false })),
    soapType: soapTypes[type] ?? 'xsd:string',
  };
}

const soapTypes: Readonly<Record<string, string>> = {
  id: 'tns:ID',
  reference: 'tns:ID',
  boolean: 'xsd:boolean',
  int: 'xsd:int',
  double: 'xsd:double',
  currency: 'xsd:double',
  date: 'xsd:date',
  datetime: 'xsd:dateTime',
};
