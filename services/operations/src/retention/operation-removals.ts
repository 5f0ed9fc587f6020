import type { Removal } from '@writ/db';
import { removeLateConnects } from '@writ/installation';
import { removeUnusedLanes } from '@writ/lanes';
import {
  forgetSent,
  removeCounts,
  removeIdempotencyKeys,
  removeOperations,
  removeUpsertLines,
} from '@writ/operation';
import { archiveKeptMs, removeArchives, removeTasks } from '@writ/task';
import { removeAuditEntries, removeOldSessions } from '@writ/tenancy';

const dayMs = 86_400_000;

const counts = (step: string, days: number): Removal => ({
  what: `${step}_count`,
  keptMs: days * dayMs,
  ofEachProject: true,
  remove: (prisma, given) => removeCounts(prisma, { ...given, step }),
});

export const operationRemovals = (config: {
  OPERATION_RETENTION_DAYS: number;
  SENT_RETENTION_DAYS: number;
  AUDIT_RETENTION_DAYS: number;
}): readonly Removal[] => [
  {
    what: 'operation',
    keptMs: config.OPERATION_RETENTION_DAYS * dayMs,
    ofEachProject: { own: 'operationRetentionDays' },
    remove: removeOperations,
  },
  {
    what: 'sent',
    keptMs: config.SENT_RETENTION_DAYS * dayMs,
    ofEachProject: { own: 'sentRetentionDays' },
    remove: forgetSent,
  },
  // Statistics show slightly less than is stored.
  counts('minute', 2),
  counts('hour', 32),
  counts('day', 367),
  { what: 'audit_entry', keptMs: config.AUDIT_RETENTION_DAYS * dayMs, remove: removeAuditEntries },
  { what: 'task_chunk', keptMs: archiveKeptMs, remove: removeArchives },
  { what: 'task', keptMs: 7 * dayMs, remove: removeTasks },
  { what: 'session', remove: (prisma, { limit }) => removeOldSessions(prisma, limit) },
  { what: 'idempotency_key', remove: (prisma, { limit }) => removeIdempotencyKeys(prisma, limit) },
  { what: 'upsert_line', remove: (prisma, { limit }) => removeUpsertLines(prisma, limit) },
  { what: 'oauth_connect', remove: (prisma, { limit }) => removeLateConnects(prisma, limit) },
  {
    what: 'provider_lane',
    keptMs: 30 * dayMs,
    remove: (prisma, step) => removeUnusedLanes(prisma, { ...step, kind: 'provider' }),
  },
];
