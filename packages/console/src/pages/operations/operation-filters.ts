import { flagParam, manyParam, oneParam, textParam, type ValuesOf } from '../../parts/filters/params.ts';
import type { OperationFilter } from '../../data/operations.ts';

const faults = [
  'rate-limited',
  'unavailable',
  'locked',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid',
  'conflict',
  'unknown',
  'cancelled',
] as const;

/** What the address of the list may hold: the names are those of the API. */
export const operationParams = {
  status: manyParam(['in_progress', 'success', 'failure']),
  partial: flagParam,
  ambiguous: flagParam,
  fault: oneParam(faults),
  waiting: oneParam(['quota', 'order', 'connection', 'outage', 'paused', 'batch', 'retry']),
  groupRef: textParam,
  provider: textParam,
  installationId: textParam,
  account: textParam,
  resource: textParam,
  type: oneParam(['create', 'update', 'delete']),
  mode: oneParam(['synchronous', 'asynchronous']),
  recordId: textParam,
  requestId: textParam,
  idempotencyKey: textParam,
  taskId: textParam,
  within: oneParam(['1h', '24h', '7d']),
  since: textParam,
  until: textParam,
};

export type OperationValues = ValuesOf<typeof operationParams>;

const spansMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000 };

/** What the API is asked for; a span of time counts back from `nowMs`. */
export function filterOf({ within, status, ...values }: OperationValues, nowMs: number): OperationFilter {
  const since = within === undefined ? undefined : new Date(nowMs - spansMs[within]).toISOString();
  const filter = { ...values, ...(status && { status: [...status] }), ...(since !== undefined && { since }) };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
