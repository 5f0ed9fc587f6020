import type { Removal } from '@writ/db';
import { removeUnusedLanes } from '@writ/lanes';
import { forgetSent, removeIdempotencyKeys, removeOperations } from '@writ/operation';
import type { Pool } from 'pg';

const dayMs = 86_400_000;
const unusedLaneMs = 30 * dayMs;

/** What is kept of writes for a time only. */
export function operationRemovals(deps: {
  pool: Pool;
  projectIds: () => Promise<readonly string[]>;
  config: { OPERATION_RETENTION_DAYS: number; SENT_RETENTION_DAYS: number };
}): readonly Removal[] {
  const { pool, projectIds: targets, config } = deps;
  const operationMs = config.OPERATION_RETENTION_DAYS * dayMs;
  const sentMs = config.SENT_RETENTION_DAYS * dayMs;
  return [
    {
      ...{ what: 'operation', targets },
      remove: (limit, projectId) => removeOperations(pool, { projectId, ageMs: operationMs, limit }),
    },
    {
      ...{ what: 'sent', targets },
      remove: (limit, projectId) => forgetSent(pool, { projectId, ageMs: sentMs, limit }),
    },
    { what: 'idempotency_key', remove: (limit) => removeIdempotencyKeys(pool, limit) },
    {
      what: 'provider_lane',
      remove: (limit) => removeUnusedLanes(pool, { kind: 'provider', ageMs: unusedLaneMs, limit }),
    },
  ];
}
