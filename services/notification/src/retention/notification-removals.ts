import { idsBefore, Prisma, removeBehind, type Removal, type RemovalStep, type Removed } from '@writ/db';
import { removeDeadLetters } from '@writ/event-bus';
import { removeUnusedLanes } from '@writ/lanes';
import { unroutedMs } from '../events/has-reached.ts';

const dayMs = 86_400_000;
const unusedLaneMs = 30 * dayMs;

/** What the notification service keeps for a time only; deliveries go before their events. */
export function notificationRemovals({
  prisma,
  projectIds: targets,
  config,
}: {
  prisma: Prisma.TransactionClient;
  projectIds: () => Promise<readonly string[]>;
  config: { DELIVERY_RETENTION_DAYS: number; DEAD_LETTER_RETENTION_DAYS: number };
}): readonly Removal[] {
  const ageMs = config.DELIVERY_RETENTION_DAYS * dayMs;
  const deadLetterMs = config.DEAD_LETTER_RETENTION_DAYS * dayMs;
  return [
    {
      what: 'delivery',
      targets,
      remove: (limit, projectId, afterId) => removeDeliveries(prisma, { projectId, ageMs, limit, afterId }),
    },
    {
      what: 'event',
      targets,
      remove: (limit, projectId, afterId) => removeEvents(prisma, { projectId, ageMs, limit, afterId }),
    },
    {
      what: 'unrouted_event',
      targets,
      remove: (limit, projectId) => prisma.$executeRaw`
        DELETE FROM event AS e WHERE e.project_id = ${projectId}::uuid AND e.unrouted AND e.id IN (
          SELECT id FROM event WHERE project_id = ${projectId}::uuid AND unrouted
            AND id < (SELECT ${idsBefore(unroutedMs)}) ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
    },
    {
      what: 'dead_letter',
      remove: (limit) => removeDeadLetters(prisma, { ageMs: deadLetterMs, limit }),
    },
    {
      what: 'destination_lane',
      remove: (limit) => removeUnusedLanes(prisma, { kind: 'destination', ageMs: unusedLaneMs, limit }),
    },
  ];
}

/** Those go that came to rest so long ago, whatever their end; one that is just being sent again is passed over. */
const removeDeliveries = (prisma: Prisma.TransactionClient, step: RemovalStep): Promise<Removed> =>
  removeBehind(prisma, step, {
    table: Prisma.sql`delivery`,
    removal: Prisma.sql`old AS MATERIALIZED (
      SELECT d.id FROM delivery AS d JOIN next ON next.id = d.id
      WHERE d.project_id = ${step.projectId}::uuid
        AND d.due_at IS NULL AND d.update_time < clock_timestamp() - ${step.ageMs} * interval '1 ms'
      FOR UPDATE OF d SKIP LOCKED
    ), attempts AS (
      DELETE FROM delivery_attempt AS a USING old WHERE a.project_id = ${step.projectId}::uuid AND a.delivery_id = old.id
    ), removed AS (
      DELETE FROM delivery AS d USING old WHERE d.project_id = ${step.projectId}::uuid AND d.id = old.id
      RETURNING d.id
    )`,
  });

/** Those go that came in so long ago and have no delivery left. */
const removeEvents = (prisma: Prisma.TransactionClient, step: RemovalStep): Promise<Removed> =>
  removeBehind(prisma, step, {
    table: Prisma.sql`event`,
    removal: Prisma.sql`removed AS (
      DELETE FROM event AS e USING next
      WHERE e.project_id = ${step.projectId}::uuid AND e.id = next.id AND NOT e.unrouted
        AND NOT EXISTS (
          SELECT FROM delivery AS d WHERE d.project_id = ${step.projectId}::uuid AND d.event_row_id = e.id)
      RETURNING e.id
    )`,
  });
