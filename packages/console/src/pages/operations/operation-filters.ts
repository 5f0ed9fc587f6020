import { operationFaults, waitingReasons } from '@writ/sdk';
import {
  flagParam,
  manyParam,
  oneParam,
  textParam,
  timeParam,
  type ValuesOf,
} from '../../parts/filters/params.ts';
import { onlySet, sinceOf, spanParam } from '../../parts/filters/spans.ts';
import type { OperationFilter } from '../../data/writes/operations.ts';

/** What the address of the list may hold: the names are those of the API. */
export const operationParams = {
  status: manyParam(['in_progress', 'success', 'failure']),
  partial: flagParam,
  ambiguous: flagParam,
  fault: oneParam(operationFaults),
  waiting: oneParam(waitingReasons),
  groupRef: textParam,
  provider: textParam,
  integrationId: textParam,
  installationId: textParam,
  account: textParam,
  resource: textParam,
  type: oneParam(['create', 'update', 'delete']),
  mode: oneParam(['synchronous', 'asynchronous']),
  recordId: textParam,
  requestId: textParam,
  idempotencyKey: textParam,
  taskId: textParam,
  within: spanParam,
  since: timeParam,
  until: timeParam,
};

export type OperationValues = ValuesOf<typeof operationParams>;

/** What the API is asked for; a span of time counts back from `nowMs`. */
export function filterOf({ within, status, ...values }: OperationValues, nowMs: number): OperationFilter {
  const since = sinceOf(within, nowMs) ?? values.since;
  return onlySet({ ...values, status: status && [...status], since });
}
