import { problemSchema, recordNowSchema } from '@writ/contracts';
import { isId, type Database } from '@writ/db';
import { endpoint, ok } from '@writ/http';
import { Refusal, notFound } from '@writ/problems';
import { findOperation, listRecords } from '@writ/operation';
import { readRecordNow, type ReadingParts } from '../../records/read-record-now.ts';

const description = `Asks the CRM for the fields that the operation writes, through the installation's connection. It costs one call of the account's quota, and writes nothing. If the quota has no call left, the answer is 429.`;

/** Here because this service asks providers questions. */
export const readRecord = (deps: ReadingParts & { database: Database }) =>
  endpoint({
    method: 'post',
    effect: 'none',
    path: '/projects/:projectIdOrName/operations/:operationId/records/:index\\:read',
    summary: 'Read the current values of a record in the CRM',
    access: { scope: 'operations:read' },
    answers: {
      200: recordNowSchema,
      409: problemSchema,
      410: problemSchema,
      422: problemSchema,
      502: problemSchema,
      503: problemSchema,
      504: problemSchema,
    },
    docs: {
      description,
      refusals: [
        'record-not-readable',
        'records-removed',
        'provider-refused',
        'connection-not-working',
        'provider-unreachable',
        'provider-timeout',
      ],
    },
    handle: async ({ project, params: { operationId, index } }) => {
      const { prisma } = deps.database;
      const operation = isId(operationId) ? await findOperation(prisma, project.id, operationId) : undefined;
      if (!operation)
        throw notFound('path', 'operationId', operationId, 'The project has no operation with this id.');
      const place = /^\d{1,4}$/.test(index) ? Number(index) : Infinity;
      if (place >= operation.recordCount)
        throw notFound('path', 'index', index, `The operation has ${operation.recordCount} records, from 0.`);
      const [record] = await listRecords(prisma, operation, { limit: 1, afterIndex: place - 1 });
      if (record?.index !== place) throw new Refusal('records-removed');
      return ok(await readRecordNow(deps, operation, record));
    },
  });
