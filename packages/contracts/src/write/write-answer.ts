import type { FromSchema } from 'json-schema-to-ts';

const operationId = { type: 'string', format: 'uuid', description: 'Finds the operation again.' } as const;
const data = {
  type: 'object',
  additionalProperties: true,
  description: 'The record as the provider holds it.',
} as const;
const warnings = {
  type: 'array',
  items: { type: 'string' },
  description: 'What the caller should know although the write succeeded.',
} as const;

/** Answer to an asynchronous write (Specification, Asynchronous write acknowledgement). */
export const writeAcknowledgementSchema = {
  $id: 'WriteAcknowledgement',
  type: 'object',
  additionalProperties: false,
  required: ['operationId'],
  properties: { operationId },
} as const;

/** Answer to a synchronous write of one record (Contract §4.2). */
export const writeResultSchema = {
  $id: 'WriteResult',
  type: 'object',
  additionalProperties: false,
  required: ['operationId', 'result'],
  properties: {
    operationId,
    result: {
      type: 'object',
      additionalProperties: false,
      required: ['success'],
      properties: {
        success: { const: true, description: 'The provider wrote the record.' },
        recordId: { type: 'string', description: "The provider's id of the record." },
        data,
      },
    },
    warnings,
  },
} as const;

const error = {
  type: 'object',
  additionalProperties: false,
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'What the provider said.' },
    code: { type: 'string', description: "The provider's code." },
    field: { type: 'string', description: 'The field at fault.' },
  },
} as const;

/** Answer to a synchronous write of a batch of which something was written (Contract §4.2). */
export const writeBatchResultSchema = {
  $id: 'WriteBatchResult',
  type: 'object',
  additionalProperties: false,
  required: ['operationId', 'successCount', 'failureCount', 'results', 'errors'],
  properties: {
    operationId,
    successCount: { type: 'integer', minimum: 1, description: 'Records that the provider wrote.' },
    failureCount: { type: 'integer', minimum: 0, description: 'Records that it did not.' },
    results: {
      type: 'array',
      description: 'One entry a record, in the order of the request.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['success'],
        properties: {
          success: { type: 'boolean', description: 'Whether the provider wrote the record.' },
          recordId: { type: 'string', description: "The provider's id of the record." },
          data,
          errors: { type: 'array', items: error, description: 'Why the record was not written.' },
        },
      },
    },
    errors: { type: 'array', items: error, description: 'What went wrong with no record in particular.' },
    warnings,
  },
} as const;

export type WriteAcknowledgement = FromSchema<typeof writeAcknowledgementSchema>;
export type WriteResult = FromSchema<typeof writeResultSchema>;
export type WriteBatchResult = FromSchema<typeof writeBatchResultSchema>;
