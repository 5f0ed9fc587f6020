import { lowestId, type Database, type Prisma } from '@writ/db';
import { eraseDeadLetters, eraseOutbox, namesGroup } from '@writ/event-bus';
import { eraseTasks, type TaskWork } from '@writ/task';
import { endErasure, erasedMark } from '@writ/tenancy';

/** Events that a step reads: some megabytes. */
const eventsPerStep = 1_000;

type Group = { projectId: string; groupRef: string };

/**
 * The last part of an erasure: goes through the project's events by id and removes the group's, with deliveries and
 * attempts. Late ones from Kafka were dropped since it began.
 */
export const eraseEventsWork = ({ transaction }: Pick<Database, 'transaction'>): TaskWork => ({
  action: 'erase',
  part: 1,
  step: (task, note) =>
    transaction(async (tx) => {
      const group = { projectId: task.projectId, groupRef: task.filter['groupRef'] as string };
      const last = await eraseEvents(tx.prisma, group, task.afterId);
      if (last !== undefined) return note(tx, { done: [], leftOut: {}, next: { afterId: last } });
      await eraseOutbox(tx.prisma, group);
      await eraseDeadLetters(tx.prisma, group);
      await endErasure(tx.prisma, group);
      const mark = erasedMark(group);
      // Last: an export that began meanwhile has read some of this.
      await eraseTasks(tx.prisma, { ...group, mark, exceptId: task.id });
      const filter = { ...task.filter, groupRef: mark };
      return note(tx, { done: [], leftOut: {}, next: 'end', filter });
    }),
});

/** Returns the last event read. */
async function eraseEvents(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: Group,
  afterId: string | null,
): Promise<string | undefined> {
  const [row] = await prisma.$queryRaw<{ last: string }[]>`
    WITH seen AS MATERIALIZED (
      SELECT e.id, strpos(e.body, ${namesGroup(groupRef)}) > 0 AS is_own FROM event AS e
      WHERE e.project_id = ${projectId}::uuid AND e.id > ${afterId ?? lowestId}::uuid ORDER BY e.id LIMIT ${eventsPerStep}
    ), gone AS (
      DELETE FROM delivery AS d USING seen WHERE seen.is_own AND d.project_id = ${projectId}::uuid AND d.event_row_id = seen.id
      RETURNING d.id
    ), attempts AS (
      DELETE FROM delivery_attempt AS a USING gone WHERE a.project_id = ${projectId}::uuid AND a.delivery_id = gone.id
    ), removed AS (
      DELETE FROM event AS e USING seen WHERE seen.is_own AND e.project_id = ${projectId}::uuid AND e.id = seen.id
    )
    SELECT id AS last FROM seen ORDER BY id DESC LIMIT 1`;
  return row?.last;
}
