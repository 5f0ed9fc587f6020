import type { WriteAcknowledgement, WriteBatchResult, WriteResult } from './write-answer.ts';
import type { WriteRequest } from './write-request.ts';

type Examples<Value> = Readonly<Record<string, { summary: string; value: Value }>>;

const groupRef = 'acme';
const operationId = '01980f6e-5c1a-7c05-8a4e-2b9d7f603e11';

/** For HubSpot contacts unless the summary says otherwise. */
export const writeRequestExamples = {
  create: {
    summary: 'Create a record synchronously',
    value: {
      groupRef,
      type: 'create',
      record: { email: 'ada@example.com', firstname: 'Ada', lastname: 'Lovelace' },
    },
  },
  createWithAssociation: {
    summary: 'Create a record and associate it (HubSpot)',
    value: {
      groupRef,
      type: 'create',
      record: { email: 'grace@example.com', firstname: 'Grace' },
      associations: [
        {
          to: { id: '9001' },
          types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }],
        },
      ],
    },
  },
  createWithHeaders: {
    summary: 'Create a record with headers for the provider (Salesforce)',
    value: {
      groupRef,
      type: 'create',
      record: { LastName: 'Hopper', Email: 'grace@example.com' },
      headers: [{ key: 'Sforce-Duplicate-Rule-Header', value: 'allowSave=true' }],
    },
  },
  update: {
    summary: 'Update a record synchronously',
    value: { groupRef, type: 'update', record: { id: '101', jobtitle: 'Analyst' } },
  },
  upsert: {
    summary: 'Update the contact with this email, or create one',
    value: { groupRef, type: 'upsert', key: 'email', record: { email: 'ada@example.com', firstname: 'Ada' } },
  },
  delete: {
    summary: 'Delete a record',
    value: { groupRef, type: 'delete', record: { id: '101' } },
  },
  createLater: {
    summary: 'Create a record asynchronously, with retries for a day',
    value: {
      groupRef,
      type: 'create',
      mode: 'asynchronous',
      record: { email: 'alan@example.com', firstname: 'Alan' },
      retryPolicy: { deadlineHours: 24 },
    },
  },
  autoBatch: {
    summary: 'Create a record asynchronously, in an auto batch',
    value: {
      groupRef,
      type: 'create',
      mode: 'asynchronous',
      record: { email: 'edsger@example.com', firstname: 'Edsger' },
      autoBatchPolicy: { maxDelayMinutes: 5, retryDeadlineHours: 2 },
    },
  },
  batch: {
    summary: 'Create several records, with partial success',
    value: {
      groupRef,
      type: 'create',
      batch: [
        { record: { email: 'barbara@example.com', firstname: 'Barbara' } },
        { record: { email: 'tony@example.com', firstname: 'Tony' } },
      ],
    },
  },
  batchAllOrNone: {
    summary: 'Create several records, or none of them',
    value: {
      groupRef,
      type: 'create',
      batch: [
        { record: { email: 'donald@example.com', firstname: 'Donald' } },
        { record: { email: 'niklaus@example.com', firstname: 'Niklaus' } },
      ],
      batchPolicy: { allOrNone: true },
    },
  },
} satisfies Examples<WriteRequest>;

export const writeAnswerExamples = {
  written: {
    summary: 'A record was written',
    value: {
      operationId,
      result: {
        success: true,
        recordId: '101',
        data: { id: '101', properties: { email: 'ada@example.com', firstname: 'Ada', lastname: 'Lovelace' } },
      },
    },
  },
  deleted: { summary: 'A record was deleted', value: { operationId, result: { success: true } } },
  partlyWritten: {
    summary: 'Some records of a batch were written',
    value: {
      operationId,
      successCount: 1,
      failureCount: 1,
      results: [
        { success: true, recordId: '102', data: { id: '102', properties: { email: 'barbara@example.com' } } },
        {
          success: false,
          errors: [{ message: 'Contact already exists. Existing ID: 99', code: 'CONFLICT' }],
        },
      ],
      errors: [{ message: 'Contact already exists. Existing ID: 99', code: 'CONFLICT', index: 1 }],
    },
  },
  accepted: { summary: 'An asynchronous write was accepted', value: { operationId } },
} satisfies Examples<WriteAcknowledgement | WriteResult | WriteBatchResult>;
