import {
  operationLogSchema,
  operationPageSchema,
  operationRecordSchema,
  operationSchema,
  pageOf,
  partialObject,
} from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok } from '@writ/http';
import { findInstallation, findIntegration, mappingOfWrite } from '@writ/installation';
import { existing } from '@writ/problems';
import { listRecords, operationLog } from '@writ/operation';
import { isSameRecord } from '@writ/providers';
import { paged } from '@writ/service-parts';
import { existingOperation } from '../operations/existing-operation.ts';
import { filterParameters, withIntegrationId } from '../operations/list-filter.ts';
import { operationsPage, parametersOfPage, toOperations } from '../operations/list-page.ts';
import { toOperationLog } from '../operations/to-operation.ts';
import { toRecord } from '../operations/to-record.ts';

const query = partialObject({ properties: { ...filterParameters, ...parametersOfPage } });

export const getOperations = ({ prisma }: Pick<Database, 'prisma'>) =>
  paged({
    list: 'operations',
    path: '/projects/:projectIdOrName/operations',
    summary: 'List operations',
    access: { scope: 'operations:read' },
    query,
    page: operationPageSchema,
    read: async ({ project }, span, filter) => {
      const meant = await withIntegrationId(prisma, project.id, filter);
      return meant ? operationsPage(prisma, project.id, meant, span) : { results: [] };
    },
  });

export const getInstallationOperations = ({ prisma }: Pick<Database, 'prisma'>) =>
  paged({
    list: 'installation-operations',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/operations',
    summary: "List an installation's operations",
    access: { scope: 'operations:read' },
    query: partialObject({ properties: parametersOfPage }),
    page: operationPageSchema,
    read: async ({ project: { id: projectId }, params }, span) => {
      const { integrationIdOrName: idOrName, installationId } = params;
      const integration = await findIntegration(prisma, projectId, idOrName);
      const { id: integrationId } = existing(integration, 'integrationIdOrName', idOrName, noIntegration);
      const key = { projectId, integrationId, id: installationId };
      existing(await findInstallation(prisma, key), 'installationId', installationId, noInstallation);
      return operationsPage(prisma, projectId, { installationId }, span);
    },
  });

const noIntegration = 'The project has no integration with this id or name.';
const noInstallation = 'The integration has no installation with this id.';

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
export const getOperationRecords = ({ prisma }: Pick<Database, 'prisma'>) =>
  paged({
    list: 'records',
    path: '/projects/:projectIdOrName/operations/:operationId/records',
    summary: "List an operation's records",
    access: { scope: 'operations:read' },
    query: recordsQuery,
    page: pageOf('OperationRecordPage', operationRecordSchema),
    // Pages end at a record's index.
    isPlace: (place) => /^\d{1,4}$/.test(place),
    read: async ({ project, params }, { limit, place = -1 }, { recordId }) => {
      const operation = await existingOperation(prisma, project.id, params.operationId);
      const afterIndex = Number(place);
      const found =
        recordId === undefined
          ? await listRecords(prisma, operation, { limit: limit + 1, afterIndex })
          : (await listRecords(prisma, operation, { afterIndex })).filter((row) =>
              isSameRecord(row.recordId ?? '', recordId),
            );
      // A retry, and records that joined an auto batch later, may have been planned by another config.
      const hasOneConfig = operation.retryOf === null && operation.stage === null;
      const mapping = hasOneConfig ? await mappingOfWrite(prisma, operation) : {};
      const results = found.slice(0, limit).map((row) => toRecord(row, mapping));
      return { results, next: found.length > limit ? results.at(-1)?.index.toString() : undefined };
    },
  });
