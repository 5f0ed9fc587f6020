import { exactly, flag, matching, type Schema } from '../schema.ts';
import { dataPath, dateTime, fieldName, fieldValue, recordId, typeName, yes } from './values.ts';

const noErrors: Schema = { type: 'array', maxItems: 0 };

/** A create: the id and nothing of the record (Providers §1.2). */
export const createdRow = exactly({ id: recordId, success: yes, errors: noErrors });

/** A record: `attributes`, and the fields that were asked for, those without a value too. */
export const row: Schema = {
  type: 'object',
  required: ['attributes'],
  properties: {
    attributes: exactly({
      type: typeName,
      url: matching(`${dataPath}/sobjects/[A-Za-z0-9_]+/[0-9A-Za-z]{18}$`),
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
