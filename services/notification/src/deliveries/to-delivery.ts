import type { Delivery, EventType } from '@writ/contracts';

/** A delivery as it is stored, with the id that its event was published under. */
export type DeliveryRow = {
  id: string;
  projectId: string;
  destinationId: string;
  eventId: string;
  eventType: EventType;
  status: 'pending' | 'delivered' | 'failed' | 'held';
  attempt: number;
  dueAt: Date | null;
  createTime: Date;
  updateTime: Date;
};

/** The columns of a `DeliveryRow`, of `delivery AS d` joined to `event AS e`. */
export const deliveryColumns = `d.id, d.project_id AS "projectId", d.destination_id AS "destinationId",
  e.event_id AS "eventId", d.event_type AS "eventType", d.status, d.attempt, d.due_at AS "dueAt",
  d.create_time AS "createTime", d.update_time AS "updateTime"`;

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  projectId: row.projectId,
  destinationId: row.destinationId,
  eventId: row.eventId,
  eventType: row.eventType,
  status: row.status,
  attemptCount: row.attempt,
  ...(row.dueAt && { nextAttempt: row.dueAt.toISOString() }),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime.toISOString(),
});
