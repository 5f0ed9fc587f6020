import { idsBefore, Prisma, removeBehind, type Removal } from '@writ/db';
import { removeDeadLetters } from '@writ/event-bus';
import { removeUnusedLanes } from '@writ/lanes';
import { unroutedMs } from '../events/has-reached.ts';

const dayMs = 86_400_000;

/** Deliveries go before their events. */
export function notificationRemovals(config: {
  DELIVERY_RETENTION_DAYS: number;
  DEAD_LETTER_RETENTION_DAYS: number;
}): readonly Removal[] {
  const keptMs = config.DELIVERY_RETENTION_DAYS * dayMs;
  const ofEachProject = { own: 'deliveryRetentionDays' } as const;
  const deadLetterMs = config.DEAD_LETTER_RETENTION_DAYS * dayMs;
  return [
    { what: 'delivery', keptMs, ofEachProject, remove: removeDeliveries },
    { what: 'event', keptMs, ofEachProject, remove: removeEvents },
    { what: 'unrouted_event', keptMs: unroutedMs, ofEachProject: true, remove: removeUnrouted },
    { what: 'dead_letter', keptMs: deadLetterMs, remove: removeDeadLetters },
    {
      what: 'destination_lane',
      keptMs: 30 * dayMs,
      remove: (prisma, step) => removeUnusedLanes(prisma, { ...step, kind: 'destination' }),
    },
  ];
}

/** By the time of the last attempt. Passes over deliveries that are being sent again. */
const removeDeliveries: Removal['remove'] = (prisma, step) =>
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

/** Events without a remaining delivery, by the time of their arrival. */
const removeEvents: Removal['remove'] = (prisma, step) =>
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

const removeUnrouted: Removal['remove'] = (prisma, { projectId, ageMs, limit }) =>
  prisma.$executeRaw`
    DELETE FROM event AS e WHERE e.project_id = ${projectId}::uuid AND e.unrouted AND e.id IN (
      SELECT id FROM event WHERE project_id = ${projectId}::uuid AND unrouted
        AND id < (SELECT ${idsBefore(ageMs)}) ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
