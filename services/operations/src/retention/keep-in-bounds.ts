import {
  startRetention,
  type Database,
  type LeaderRounds,
  type Prisma,
  type Removal,
  type RemovalStep,
  type Removed,
} from '@writ/db';
import { removeLateConnects } from '@writ/installation';
import { removeUnusedLanes } from '@writ/lanes';
import { forgetSent, removeCounts, removeIdempotencyKeys, removeOperations } from '@writ/operation';
import { errorFields, type Logger, type Metrics } from '@writ/service-kit';
import { removeTasks } from '@writ/task';
import { projects, removeAuditEntries, removeOldSessions } from '@writ/tenancy';
import { Counter } from 'prom-client';

const retentionEveryMs = 10 * 60_000;
/** Operations of one step; a batch has up to 100 records. */
const retentionStep = 200;
const dayMs = 86_400_000;
const unusedLaneMs = 30 * dayMs;
/** How long a task can be read once it has ended. */
const endedTaskMs = 7 * dayMs;
/** Longer than they are told, by their step. */
const countsKeptDays = { minute: 2, hour: 32, day: 367 };

type RemoveStep = (prisma: Prisma.TransactionClient, step: RemovalStep) => Promise<number | Removed>;

const countsBy =
  (step: string): RemoveStep =>
  (prisma, { projectId, ageMs, limit }) =>
    removeCounts(prisma, { projectId, step, ageMs, limit });

/** Removes what is kept of writes, and of who changed what, for a time only. */
export function keepInBounds(parts: {
  config: { OPERATION_RETENTION_DAYS: number; SENT_RETENTION_DAYS: number; AUDIT_RETENTION_DAYS: number };
  database: Database;
  logger: Logger;
  metrics: Metrics;
}): LeaderRounds {
  const { config, database, logger, metrics } = parts;
  const { pool, prisma } = database;
  const removed = new Counter({
    name: 'writ_operation_retention_removed_total',
    help: 'What was removed because it was kept long enough',
    labelNames: ['what'],
    registers: [metrics.registry],
  });
  const targets = async () => (await projects(database).list()).map(({ id }) => id);
  const ofEachProject = (what: string, remove: RemoveStep, days: number): Removal => ({
    what,
    targets,
    remove: (limit, projectId, afterId) => remove(prisma, { projectId, ageMs: days * dayMs, limit, afterId }),
  });
  return startRetention({
    db: pool,
    name: 'operation-retention',
    everyMs: retentionEveryMs,
    stepSize: retentionStep,
    removals: [
      ofEachProject('operation', removeOperations, config.OPERATION_RETENTION_DAYS),
      ofEachProject('sent', forgetSent, config.SENT_RETENTION_DAYS),
      ...Object.entries(countsKeptDays).map(([step, days]) =>
        ofEachProject(`${step}_count`, countsBy(step), days),
      ),
      {
        what: 'audit_entry',
        remove: (limit) => removeAuditEntries(prisma, { ageMs: config.AUDIT_RETENTION_DAYS * dayMs, limit }),
      },
      { what: 'task', remove: (limit) => removeTasks(prisma, { ageMs: endedTaskMs, limit }) },
      { what: 'session', remove: (limit) => removeOldSessions(prisma, limit) },
      { what: 'idempotency_key', remove: (limit) => removeIdempotencyKeys(prisma, limit) },
      { what: 'oauth_connect', remove: (limit) => removeLateConnects(prisma, limit) },
      {
        what: 'provider_lane',
        remove: (limit) => removeUnusedLanes(prisma, { kind: 'provider', ageMs: unusedLaneMs, limit }),
      },
    ],
    onRemoved: (what, count) => removed.inc({ what }, count),
    onError: (error) => logger.warn('old operations not removed; tried again', errorFields(error)),
  });
}
