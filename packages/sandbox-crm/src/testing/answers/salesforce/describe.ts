import { count, exactly, flag, listOf, matching, oneOf, orNull, someText } from '../schema.ts';
import { dataPath, fieldName, typeName } from './values.ts';

const pickable = exactly({ value: someText, label: someText, active: flag, defaultValue: flag });

const field = exactly({
  name: matching(fieldName),
  label: someText,
  type: oneOf(
    ...['id', 'string', 'textarea', 'email', 'phone', 'url', 'double', 'currency', 'int', 'boolean'],
    ...['date', 'datetime', 'picklist', 'multipicklist', 'reference'],
  ),
  length: count,
  byteLength: count,
  precision: count,
  scale: count,
  digits: count,
  nillable: flag,
  createable: flag,
  updateable: flag,
  defaultedOnCreate: flag,
  unique: flag,
  externalId: flag,
  idLookup: flag,
  caseSensitive: flag,
  calculated: flag,
  custom: flag,
  filterable: flag,
  sortable: flag,
  referenceTo: listOf(typeName),
  relationshipName: orNull(matching(fieldName)),
  restrictedPicklist: flag,
  picklistValues: listOf(pickable),
  soapType: matching('^(?:xsd|tns):[A-Za-z]+$'),
});

const summaryMembers = {
  name: typeName,
  label: someText,
  labelPlural: someText,
  keyPrefix: matching('^[0-9A-Za-z]{3}$'),
  custom: flag,
  createable: flag,
  updateable: flag,
  deletable: flag,
  queryable: flag,
  retrieveable: flag,
  searchable: flag,
  undeletable: flag,
  urls: exactly({
    sobject: matching(`${dataPath}/sobjects/`),
    describe: matching(`${dataPath}/sobjects/[A-Za-z0-9_]+/describe$`),
    rowTemplate: matching(String.raw`${dataPath}/sobjects/[A-Za-z0-9_]+/\{ID\}$`),
  }),
};

const summary = exactly(summaryMembers);

export const described = exactly({
  ...summaryMembers,
  fields: listOf(field, 1),
  childRelationships: { type: 'array' },
  recordTypeInfos: { type: 'array' },
});

export const objectBasics = exactly({ objectDescribe: summary, recentItems: { type: 'array' } });

export const objectList = exactly({
  encoding: oneOf('UTF-8'),
  maxBatchSize: oneOf(200),
  sobjects: listOf(summary, 1),
});
