import type { FromSchema } from 'json-schema-to-ts';
import { id } from '../fields.ts';
import { inputValidationProblemSchema, problemFields, problemRequired } from '../problem.ts';
import { closedObject, oneOfObjects, partialObject } from '../schema.ts';
import { recordErrorSchema } from './record-error.ts';

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
const writeResultSchema = closedObject({
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
const writeBatchResultSchema = closedObject({
  optional: ['warnings'],
  properties: { ...batchMembers, warnings },
});

/** Answer to a synchronous write that failed: a problem that tells what was done to the record before it was sent. */
const writeProblemSchema = partialObject({
  required: problemRequired,
  properties: { ...problemFields, warnings },
});

/** Answer to a synchronous write of a batch of which nothing was written: a problem that tells what became of each record. */
const writeBatchProblemSchema = partialObject({
  required: [...problemRequired, 'operationId', 'successCount', 'failureCount', 'results', 'errors'],
  properties: { ...problemFields, ...batchMembers, warnings },
});

/** Every answer to a write that was done or accepted. */
export const writeAnswerSchema = oneOfObjects(
  {
    $id: 'WriteAnswer',
    description:
      'A synchronous write of one record has `result`, one of a batch `results`; an asynchronous write has `operationId` alone.',
  },
  [writeResultSchema, writeBatchResultSchema, writeAcknowledgementSchema],
);

/** Every answer to a write that failed. */
export const writeFailureSchema = oneOfObjects(
  {
    $id: 'WriteFailure',
    description:
      'A problem. `issues` name inputs at fault; the failure of a batch has `results`, with what became of each record.',
  },
  [writeProblemSchema, inputValidationProblemSchema, writeBatchProblemSchema],
);

export type WriteAcknowledgement = FromSchema<typeof writeAcknowledgementSchema>;
export type WriteResult = FromSchema<typeof writeResultSchema>;
export type WriteBatchResult = FromSchema<typeof writeBatchResultSchema>;
