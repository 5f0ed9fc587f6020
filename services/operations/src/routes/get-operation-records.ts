import {
  inputValidationProblemSchema,
  operationRecordSchema,
  pageOf,
  type OperationRecord,
} from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { listRecords, type RecordView } from '@writ/operation';
import { issuesOf, type IssueInput } from '@writ/problem-details';
import { existingOperation } from '../operations/existing-operation.ts';
import { pageParameters } from '../operations/list-page.ts';

const query = { type: 'object', additionalProperties: false, properties: pageParameters } as const;
const usualPageSize = 200;

/** An operation's records with their outcomes, in the order of the request (Contract §4.7). */
export const getOperationRecords = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId/records',
    summary: "List an operation's records",
    access: { scope: 'operations:read' },
    query,
    rules: pageTokenRule,
    lookUpFaults: ({ project, params }) =>
      issuesOf(() => existingOperation(db, project.id, params.operationId)),
    answers: {
      200: pageOf('OperationRecordPage', operationRecordSchema),
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params, query: { pageSize = usualPageSize, pageToken } }) => {
      const operation = await existingOperation(db, project.id, params.operationId);
      const page = { limit: pageSize + 1, afterIndex: lastIndexOf(pageToken) };
      const found = await listRecords(db, project.id, operation.id, page);
      const results = found.slice(0, pageSize).map(toRecord);
      const last = results.at(-1);
      const done = found.length <= pageSize || !last;
      return ok({ results, pagination: done ? { done } : { done, nextPageToken: String(last.index) } });
    },
  });

const toRecord = ({
  index,
  status,
  recordId,
  errors,
  ambiguous,
  requestId,
  idempotencyKey,
  sent,
}: RecordView): OperationRecord => ({
  index,
  status,
  ...(recordId !== undefined && { recordId }),
  ...(errors.length > 0 && { errors: [...errors] }),
  ...(ambiguous && { ambiguous }),
  requestId,
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  ...(sent && { sent }),
});

/** A page token is the index at which the page before ended. */
const lastIndexOf = (pageToken = '-1'): number => Number(pageToken);

function pageTokenRule(
  _body: unknown,
  { pageToken }: Readonly<Record<string, unknown>>,
): readonly IssueInput[] {
  if (typeof pageToken !== 'string' || /^\d{1,4}$/.test(pageToken)) return [];
  const detail = 'This is no token of a page; take it from `pagination.nextPageToken` as it is.';
  return [{ in: 'query', name: 'pageToken', detail, value: pageToken }];
}
