import type { WriteType } from '@writ/write-core';
import type { OperationTarget } from '../../operation.ts';

type Stored = OperationTarget & { id: string; type: WriteType; requestId: string };

/**
 * A query of the operations that `givenOperations` gives, in their order: their target's columns, `id`, `type`,
 * `request_id`, and those named in `own`, with their types.
 * @param first number of the first of the two parameters
 */
export const operationsGiven = (own: string, first: number): string => `
  SELECT t.project_id, t.integration_id, t.installation_id, t.config_id, t.connection_id, t.group_ref, t.provider,
    t.account, t.object_name, o.*
  FROM ROWS FROM (json_to_recordset($${first}::json)
      AS (target int, id uuid, type text, request_id text, ${own})) WITH ORDINALITY AS o
    JOIN ROWS FROM (json_to_recordset($${first + 1}::json)
      AS (project_id uuid, integration_id uuid, installation_id uuid, config_id uuid, connection_id uuid, group_ref text,
        provider text, account text, object_name text)) WITH ORDINALITY AS t ON t.ordinality = o.target
  ORDER BY o.ordinality`;

/**
 * Operations for `operationsGiven`, as JSON: it is made and sent at a third of what arrays for `unnest` cost. What many
 * operations have in common, since they are for one installation, is given once.
 */
export function givenOperations<Operation extends Stored>(
  operations: readonly Operation[],
  own: (operation: Operation) => object,
): [operations: string, targets: string] {
  const places = new Map<string, number>();
  const targets: object[] = [];
  const rows = operations.map((operation) => {
    const { id, type, requestId, configId, connectionId, account, objectName } = operation;
    const key = `${configId} ${connectionId} ${objectName} ${account}`;
    let target = places.get(key);
    if (target === undefined) {
      target = targets.push(toTarget(operation));
      places.set(key, target);
    }
    return { target, id, type, request_id: requestId, ...own(operation) };
  });
  return [JSON.stringify(rows), JSON.stringify(targets)];
}

const toTarget = (target: OperationTarget) => ({
  project_id: target.projectId,
  integration_id: target.integrationId,
  installation_id: target.installationId,
  config_id: target.configId,
  connection_id: target.connectionId,
  group_ref: target.groupRef,
  provider: target.provider,
  account: target.account,
  object_name: target.objectName,
});
