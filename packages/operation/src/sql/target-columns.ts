import type { WriteType } from '@writ/write-core';
import type { OperationTarget } from '../operation.ts';

/**
 * The columns with which every statement that inserts operations begins, for `unnest`: project, id, integration,
 * installation, config, connection, group, provider, account, object and type.
 */
export const targetColumns = (
  operations: readonly (OperationTarget & { id: string; type: WriteType })[],
): unknown[][] => [
  operations.map(({ projectId }) => projectId),
  operations.map(({ id }) => id),
  operations.map(({ integrationId }) => integrationId),
  operations.map(({ installationId }) => installationId),
  operations.map(({ configId }) => configId),
  operations.map(({ connectionId }) => connectionId),
  operations.map(({ groupRef }) => groupRef),
  operations.map(({ provider }) => provider),
  operations.map(({ account }) => account),
  operations.map(({ objectName }) => objectName),
  operations.map(({ type }) => type),
];
