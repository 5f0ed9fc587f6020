import {
  operationLogSchema,
  type OperationRecord,
  operationPageSchema,
  operationRecordSchema,
  operationSchema,
  pageOf,
  partialObject,
} from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok, pageTokens } from '@writ/http';
import { mappingOfWrite } from '@writ/installation';
import { listRecords, operationLog, type OperationPage, type RecordRow } from '@writ/operation';
import { isSameRecord } from '@writ/providers';
import { existingOperation } from '../operations/existing-operation.ts';
import { filterParameters, withIntegrationId } from '../operations/list-filter.ts';
import { operationsPage, parametersOfPage, toOperations, usualPageSize } from '../operations/list-page.ts';
import { toOperationLog } from '../operations/to-operation.ts';

const query = partialObject({ properties: { ...filterParameters, ...parametersOfPage } });

const tokens = pageTokens('operations');

export const getOperations = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations',
    summary: 'List operations',
    access: { scope: 'operations:read' },
    query,
    rules: tokens.rule,
    answers: { 200: operationPageSchema },
    handle: async (asked) => {
      const { pageSize, pageToken: _token, ...narrowed } = asked.query;
      const projectId = asked.project.id;
      const filter = await withIntegrationId(prisma, projectId, narrowed);
      const place = { pageSize, beforeId: tokens.placeOf(asked) };
      const page: OperationPage = filter
        ? await operationsPage(prisma, projectId, filter, place)
        : { rows: [] };
      return ok({
        results: await toOperations(prisma, page.rows),
        pagination: tokens.paginationOf(asked, page.nextBelow, page.lookedBackTo),
      });
    },
  });

export const getOperation = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId',
    summary: 'Get an operation',
    access: { scope: 'operations:read' },
    answers: { 200: operationSchema },
    handle: async ({ project, params }) => {
      const operation = await existingOperation(prisma, project.id, params.operationId);
      return ok((await toOperations(prisma, [operation]))[0]);
    },
  });

export const getOperationLogs = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId/logs',
    summary: "Get an operation's log",
    access: { scope: 'operations:read' },
    answers: { 200: operationLogSchema },
    handle: async ({ project, params }) => {
      const operation = await existingOperation(prisma, project.id, params.operationId);
      return ok(toOperationLog(operation, await operationLog(prisma, operation)));
    },
  });

const recordsQuery = partialObject({
  properties: { recordId: filterParameters.recordId, ...parametersOfPage },
});
/** A page ends at an index. */
const recordTokens = pageTokens('records', (place) => /^\d{1,4}$/.test(place));

export const getOperationRecords = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId/records',
    summary: "List an operation's records",
    access: { scope: 'operations:read' },
    query: recordsQuery,
    rules: recordTokens.rule,
    answers: {
      200: pageOf('OperationRecordPage', operationRecordSchema),
    },
    handle: async (asked) => {
      const { project, params, query } = asked;
      const { pageSize = usualPageSize, recordId } = query;
      const operation = await existingOperation(prisma, project.id, params.operationId);
      const afterIndex = Number(recordTokens.placeOf(asked) ?? -1);
      const found =
        recordId === undefined
          ? await listRecords(prisma, operation, { limit: pageSize + 1, afterIndex })
          : (await listRecords(prisma, operation, { afterIndex })).filter((row) =>
              isSameRecord(row.recordId ?? '', recordId),
            );
      // A retry, and records that joined an auto batch later, may have been planned by another config.
      const hasOneConfig = operation.retryOf === null && operation.stage === null;
      const mapping = hasOneConfig ? await mappingOfWrite(prisma, operation) : {};
      const results = found.slice(0, pageSize).map((row) => toRecord(row, mapping));
      const nextBehind = found.length > pageSize ? results.at(-1)?.index.toString() : undefined;
      return ok({ results, pagination: recordTokens.paginationOf(asked, nextBehind) });
    },
  });

function toRecord(row: RecordRow, mapping: Readonly<Record<string, string>>): OperationRecord {
  const { index, status, recordId, created, errors, ambiguous, requestId, idempotencyKey } = row;
  const { planned, upsert, associations } = row;
  const mapped = Object.entries(mapping).filter(
    ([name, field]) => name !== field && Object.hasOwn(planned ?? {}, field),
  );
  return {
    index,
    status,
    ...(recordId !== null && { recordId }),
    ...(created !== null && { created }),
    ...(errors && errors.length > 0 && { errors: [...errors] }),
    ...(ambiguous && { ambiguous }),
    requestId,
    ...(idempotencyKey !== null && { idempotencyKey }),
    ...(upsert && { key: { field: upsert.field, value: upsert.value } }),
    ...(planned && { sent: planned }),
    ...(upsert?.fieldsOfNew && { sentIfNew: upsert.fieldsOfNew }),
    ...(associations &&
      associations.length > 0 && {
        associations: associations.map(({ to, types }) => ({ to, types: [...types] })),
      }),
    ...(mapped.length > 0 && { mapped: Object.fromEntries(mapped) }),
  };
}
