import { exactly, flag, listOf, matching, type Schema } from '../schema.ts';
import { dataPath, dateTime, fieldName, fieldValue, recordId, typeName, yes } from './values.ts';

const rowPath = `${dataPath}/sobjects/[A-Za-z0-9_]+/[0-9A-Za-z]{18}$`;
const noErrors: Schema = { type: 'array', maxItems: 0 };

/** A create: the id and nothing of the record (Providers §1.2). */
export const createdRow = exactly({ id: recordId, success: yes, errors: noErrors });

/** An upsert: as a create, and from version 46.0 on whether the record is new. */
export const upsertedRow = exactly({ id: recordId, success: yes, errors: noErrors }, { created: flag });

/** The records that hold the external id of an upsert. */
export const matchingRows = listOf(matching(rowPath), 2);

/** A record: `attributes`, and the fields that were asked for, those without a value too. */
export const row: Schema = {
  type: 'object',
  required: ['attributes'],
  properties: {
    attributes: exactly({
      type: typeName,
      url: matching(rowPath),
    }),
    Id: recordId,
    IsDeleted: flag,
    CreatedDate: dateTime,
    LastModifiedDate: dateTime,
    SystemModstamp: dateTime,
  },
  propertyNames: { pattern: fieldName },
  additionalProperties: fieldValue,
};
