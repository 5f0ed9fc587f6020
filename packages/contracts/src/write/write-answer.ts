import type { FromSchema } from 'json-schema-to-ts';
import { id } from '../fields.ts';
import { problemFields, problemRequired } from '../problem.ts';
import { closedObject, partialObject } from '../schema.ts';
import { recordErrorSchema } from '../operation/operation-record.ts';

const operationId = { ...id, description: 'Finds the operation again.' } as const;
const data = {
  type: 'object',
  additionalProperties: true,
  description: 'The record as the provider holds it.',
} as const;
const warnings = {
  type: 'array',
  items: { type: 'string' },
  description:
    'What was done otherwise than the request says, such as fields that the settings dropped or filled, records whose id the provider did not show, and values that it did not keep.',
} as const;

/** Answer to an asynchronous write (Specification, Asynchronous write acknowledgement). */
export const writeAcknowledgementSchema = closedObject({
  $id: 'WriteAcknowledgement',
  properties: { operationId },
});

/** Answer to a synchronous write of one record (Contract §4.2). */
export const writeResultSchema = closedObject({
  $id: 'WriteResult',
  optional: ['warnings'],
  properties: {
    operationId,
    result: closedObject({
      description: 'What came of the record.',
      optional: ['recordId', 'data'],
      properties: {
        success: { const: true, description: 'The provider wrote the record.' },
        recordId: { type: 'string', description: "The provider's id of the record." },
        data,
      },
    }),
    warnings,
  },
});

const batchMembers = {
  operationId,
  successCount: { type: 'integer', minimum: 0, description: 'Records that the provider wrote.' },
  failureCount: { type: 'integer', minimum: 0, description: 'Records that it did not.' },
  results: {
    type: 'array',
    description: 'One entry a record, in the order of the request.',
    items: partialObject({
      required: ['success'],
      properties: {
        success: { type: 'boolean', description: 'Whether the provider wrote the record.' },
        recordId: {
          type: 'string',
          description:
            "The provider's id of the record. Absent if the record was written, but the provider did not show which id it got: `warnings` say so.",
        },
        data,
        errors: { type: 'array', items: recordErrorSchema, description: 'Why the record was not written.' },
      },
    }),
  },
  errors: {
    type: 'array',
    items: closedObject({
      optional: ['code', 'field', 'matches', 'allowSave', 'index'],
      properties: {
        ...recordErrorSchema.properties,
        index: {
          type: 'integer',
          minimum: 0,
          description: 'The record at fault; absent where it is none of them.',
        },
      },
    }),
    description: 'Every error: those of the records, and those that belong to no record.',
  },
} as const;

/** Answer to a synchronous write of a batch of which something was written (Contract §4.2). */
export const writeBatchResultSchema = closedObject({
  $id: 'WriteBatchResult',
  optional: ['warnings'],
  properties: { ...batchMembers, warnings },
});

/** Answer to a synchronous write that failed: a problem that tells what was done to the record before it was sent. */
export const writeProblemSchema = partialObject({
  $id: 'WriteProblem',
  required: problemRequired,
  properties: { ...problemFields, warnings },
});

/** Answer to a synchronous write of a batch of which nothing was written: a problem that tells what became of each record. */
export const writeBatchProblemSchema = partialObject({
  $id: 'WriteBatchProblem',
  required: [...problemRequired, 'operationId', 'successCount', 'failureCount', 'results', 'errors'],
  properties: { ...problemFields, ...batchMembers, warnings },
});

export type WriteAcknowledgement = FromSchema<typeof writeAcknowledgementSchema>;
export type WriteResult = FromSchema<typeof writeResultSchema>;
export type WriteBatchResult = FromSchema<typeof writeBatchResultSchema>;
