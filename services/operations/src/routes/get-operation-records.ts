import {
  inputValidationProblemSchema,
  operationRecordSchema,
  pageOf,
  type OperationRecord,
} from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok, pageTokens } from '@writ/http-kit';
import { listRecords, type RecordRow } from '@writ/operation';
import { existingOperation } from '../operations/existing-operation.ts';
import { pageParameters, usualPageSize } from '../operations/list-page.ts';

const query = { type: 'object', additionalProperties: false, properties: pageParameters } as const;
/** A page ends at an index. */
const tokens = pageTokens('records', (place) => /^\d{1,4}$/.test(place));

/** An operation's records with their outcomes, in the order of the request (Contract §4.7). */
export const getOperationRecords = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId/records',
    summary: "List an operation's records",
    access: { scope: 'operations:read' },
    query,
    rules: tokens.rule,
    answers: {
      200: pageOf('OperationRecordPage', operationRecordSchema),
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async (asked) => {
      const { project, params, query } = asked;
      const { pageSize = usualPageSize } = query;
      const operation = await existingOperation(prisma, project.id, params.operationId);
      const page = { limit: pageSize + 1, afterIndex: Number(tokens.placeOf(asked) ?? -1) };
      const found = await listRecords(prisma, operation, page);
      const results = found.slice(0, pageSize).map(toRecord);
      const nextBehind = found.length > pageSize ? results.at(-1)?.index.toString() : undefined;
      return ok({ results, pagination: tokens.paginationOf(asked, nextBehind) });
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
  planned,
}: RecordRow): OperationRecord => ({
  index,
  status,
  ...(recordId !== null && { recordId }),
  ...(errors && errors.length > 0 && { errors: [...errors] }),
  ...(ambiguous && { ambiguous }),
  requestId,
  ...(idempotencyKey !== null && { idempotencyKey }),
  ...(planned && { sent: planned }),
});
