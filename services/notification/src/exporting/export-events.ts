import type { ArchiveLine, JsonObject } from '@writ/contracts';
import { lowestId, type Database, type Prisma } from '@writ/db';
import { namesGroup } from '@writ/event-bus';
import { exportWork, type ExportedPage, type ExportStep, type TaskWork } from '@writ/task';
import { withAttempts } from '../deliveries/find-delivery.ts';
import { toldColumns, toStoredEvent, type ToldEvent } from '../events/list-events.ts';

/** Events read and exported per step: some megabytes. */
const perStep = { read: 1_000, exported: 100 };

type OwnEvent = ToldEvent & Pick<Prisma.EventModel, 'body'>;

/** The last part of an export: goes through events by id and writes the group's with their deliveries. */
export const exportEventsWork = (deps: Pick<Database, 'prisma' | 'transaction'>): TaskWork =>
  exportWork(deps, 'event', (step) => readEvents(deps.prisma, step));

async function readEvents(prisma: Prisma.TransactionClient, step: ExportStep): Promise<ExportedPage> {
  const { events, last } = await ownEvents(prisma, step);
  const { projectId } = step;
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const rows = await prisma.delivery.findMany({
    where: { projectId, eventRowId: { in: [...eventOf.keys()] } },
    orderBy: { id: 'asc' },
  });
  const deliveries = await withAttempts(
    prisma,
    projectId,
    rows.map((row) => ({ ...row, eventId: eventOf.get(row.eventRowId)?.eventId ?? '' })),
  );
  return { lines: [...events.map(toLine), ...deliveries.map(deliveryLine)], last };
}

const toLine = (event: OwnEvent): ArchiveLine => ({
  kind: 'event',
  value: { ...toStoredEvent(event), payload: JSON.parse(event.body) as JsonObject },
});

const deliveryLine = (value: object): ArchiveLine => ({ kind: 'delivery', value });

/** `last`: the last event read, if more may follow. */
async function ownEvents(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, afterId }: ExportStep,
): Promise<{ events: OwnEvent[]; last: string | undefined }> {
  const rows = await prisma.$queryRaw<(OwnEvent & { lastSeen: string })[]>`
    WITH seen AS MATERIALIZED (
      SELECT id, strpos(body, ${namesGroup(groupRef)}) > 0 AS is_own FROM event
      WHERE project_id = ${projectId}::uuid AND id > ${afterId ?? lowestId}::uuid ORDER BY id LIMIT ${perStep.read}
    ), own AS (
      SELECT id FROM seen WHERE is_own ORDER BY id LIMIT ${perStep.exported}
    )
    SELECT last.id AS "lastSeen", e.* FROM (SELECT id FROM seen ORDER BY id DESC LIMIT 1) AS last
    LEFT JOIN (
      SELECT ${toldColumns}, e.body FROM own JOIN event AS e ON e.project_id = ${projectId}::uuid AND e.id = own.id) AS e
      ON true
    ORDER BY e.id`;
  // If the group has none, one row has the last event read.
  const events = rows.filter(({ id }) => (id as string | null) !== null);
  const isFull = events.length === perStep.exported;
  return { events, last: isFull ? events.at(-1)?.id : rows[0]?.lastSeen };
}
