import { removeOfProject, type Database } from '@writ/db';
import { erasureParts, rowsPerStep, type TaskWork } from '@writ/task';

const tables = [
  'delivery_attempt',
  'delivery',
  'event',
  'topic_destination_route',
  'notification_event_topic_route',
  'topic',
  'destination',
];

/** The second part of a project's erasure. */
export const eraseProjectsEventsWork = ({ transaction }: Pick<Database, 'transaction'>): TaskWork => ({
  action: 'eraseProject',
  part: erasureParts.events,
  step: ({ projectId }, note) =>
    transaction(async (tx) => {
      const removed = await removeOfProject(tx.prisma, tables, { projectId, limit: rowsPerStep });
      const next = removed > 0 ? 'again' : ({ part: erasureParts.rest } as const);
      await note(tx, { done: [], leftOut: {}, next });
    }),
});
