import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, idOf, text } from '../fields.ts';
import { inputValidationProblemSchema, problemFields, problemRequired } from '../problem.ts';
import { closedObject, oneOfObjects, partialObject } from '../schema.ts';
import { recordErrorSchema } from './record-error.ts';

const operationId = idOf('Id of the operation.');
const data = {
  type: 'object',
  additionalProperties: true,
  description: 'The record as the provider holds it.',
} as const;
const created = flag('Whether an upsert created the record; absent if unknown.');
const warnings = arrayOf(
  'Differences from the request: fields that the settings dropped or filled, records whose id the provider did not show, values that it did not keep.',
  { type: 'string' },
);

export const writeAcknowledgementSchema = closedObject({
  $id: 'WriteAcknowledgement',
  properties: { operationId },
});

const writeResultSchema = closedObject({
  optional: ['warnings'],
  properties: {
    operationId,
    result: closedObject({
      description: 'Outcome of the record.',
      optional: ['recordId', 'created', 'data'],
      properties: {
        success: { const: true, description: 'The provider wrote the record.' },
        recordId: text("The provider's id of the record."),
        created,
        data,
      },
    }),
    warnings,
  },
});

const batchMembers = {
  operationId,
  successCount: { type: 'integer', minimum: 0, description: 'Records that the provider wrote.' },
  failureCount: { type: 'integer', minimum: 0, description: 'Records that the provider did not write.' },
  results: arrayOf(
    'One entry a record, in the order of the request.',
    partialObject({
      required: ['success'],
      properties: {
        success: flag('Whether the provider wrote the record.'),
        recordId: text(
          "The provider's id of the record. Absent if the record was written but the provider did not show its id; `warnings` says so.",
        ),
        created,
        data,
        errors: arrayOf('Why the record was not written.', recordErrorSchema),
      },
    }),
  ),
  errors: arrayOf(
    'Every error: those of the records, and those that belong to no record.',
    closedObject({
      optional: ['code', 'field', 'matches', 'allowSave', 'index'],
      properties: {
        ...recordErrorSchema.properties,
        index: {
          type: 'integer',
          minimum: 0,
          description: 'Index of the record; absent if the error belongs to no record.',
        },
      },
    }),
  ),
} as const;

const writeBatchResultSchema = closedObject({
  optional: ['warnings'],
  properties: { ...batchMembers, warnings },
});

/** `warnings` say what was done to the record before it was sent. */
const writeProblemSchema = partialObject({
  required: problemRequired,
  properties: { ...problemFields, warnings },
});

/** Nothing of the batch was written; holds the outcome of each record. */
const writeBatchProblemSchema = partialObject({
  required: [...problemRequired, 'operationId', 'successCount', 'failureCount', 'results', 'errors'],
  properties: { ...problemFields, ...batchMembers, warnings },
});

export const writeAnswerSchema = oneOfObjects(
  {
    $id: 'WriteAnswer',
    description:
      'A synchronous write of one record has `result`, of a batch `results`; an asynchronous write has only `operationId`.',
  },
  [writeResultSchema, writeBatchResultSchema, writeAcknowledgementSchema],
);

export const writeFailureSchema = oneOfObjects(
  {
    $id: 'WriteFailure',
    description:
      'A problem. `issues` lists the errors of the input; a failed batch has `results`, with the outcome of each record.',
  },
  [writeProblemSchema, inputValidationProblemSchema, writeBatchProblemSchema],
);

export type WriteAcknowledgement = FromSchema<typeof writeAcknowledgementSchema>;
export type WriteResult = FromSchema<typeof writeResultSchema>;
export type WriteBatchResult = FromSchema<typeof writeBatchResultSchema>;
