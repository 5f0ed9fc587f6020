import { columnOf } from '@writ/db';
import { targetTypes, type OperationRow, type OperationTarget, type Traced } from '../../operation.ts';

type Stored = OperationTarget & Pick<OperationRow, 'id' | 'type' | 'requestId'> & Traced;

const fields = Object.keys(targetTypes);
export const targetColumns = fields.map(columnOf).join(', ');
const targets = Object.entries(targetTypes).map(([field, type]) => `"${field}" ${type}`);

/**
 * SQL: selects the operations of `givenOperations` in order: target, `id`, `type`, `request_id`, `trace_parent`, and typed
 * columns `own`.
 * @param first number of the first of two parameters
 */
export const operationsGiven = (own: string, first: number): string => `
  SELECT ${targetColumns}, o.*
  FROM ROWS FROM (json_to_recordset($${first}::json)
      AS (target int, id uuid, type text, request_id text, trace_parent text, ${own})) WITH ORDINALITY AS o
    JOIN ROWS FROM (json_to_recordset($${first + 1}::json) AS (${targets.join(', ')}))
      WITH ORDINALITY AS t (${targetColumns}, place) ON t.place = o.target
  ORDER BY o.ordinality`;

/** JSON costs a third of arrays for `unnest`. Equal targets are sent once. */
export function givenOperations<Operation extends Stored>(
  operations: readonly Operation[],
  own: (operation: Operation) => object,
): [operations: string, targets: string] {
  const places = new Map<string, number>();
  const different: OperationTarget[] = [];
  const rows = operations.map((operation) => {
    const { id, type, requestId, traceParent, configId, connectionId, account, objectName } = operation;
    const key = `${configId} ${connectionId} ${objectName} ${account}`;
    const target = places.get(key) ?? different.push(operation);
    places.set(key, target);
    return { target, id, type, request_id: requestId, trace_parent: traceParent, ...own(operation) };
  });
  return [JSON.stringify(rows), JSON.stringify(different, fields)];
}
