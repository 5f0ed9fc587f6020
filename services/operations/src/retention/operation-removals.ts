import type { Prisma, Removal } from '@writ/db';
import { removeUnusedLanes } from '@writ/lanes';
import { forgetSent, removeIdempotencyKeys, removeOperations } from '@writ/operation';

const dayMs = 86_400_000;
const unusedLaneMs = 30 * dayMs;

/** What is kept of writes for a time only. */
export function operationRemovals(deps: {
  prisma: Prisma.TransactionClient;
  projectIds: () => Promise<readonly string[]>;
  config: { OPERATION_RETENTION_DAYS: number; SENT_RETENTION_DAYS: number };
}): readonly Removal[] {
  const { prisma, projectIds: targets, config } = deps;
  const operationMs = config.OPERATION_RETENTION_DAYS * dayMs;
  const sentMs = config.SENT_RETENTION_DAYS * dayMs;
  return [
    {
      what: 'operation',
      targets,
      remove: (limit, projectId) => removeOperations(prisma, { projectId, ageMs: operationMs, limit }),
    },
    {
      what: 'sent',
      targets,
      remove: (limit, projectId) => forgetSent(prisma, { projectId, ageMs: sentMs, limit }),
    },
    { what: 'idempotency_key', remove: (limit) => removeIdempotencyKeys(prisma, limit) },
    {
      what: 'provider_lane',
      remove: (limit) => removeUnusedLanes(prisma, { kind: 'provider', ageMs: unusedLaneMs, limit }),
    },
  ];
}
