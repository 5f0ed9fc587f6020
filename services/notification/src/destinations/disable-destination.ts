import type { JsonObject } from '@writ/contracts';
import type { Prisma, Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import type { LaneTouch } from '@writ/lanes';
import { beginHold } from './hold-deliveries.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { divideQueries } from '../destinations/secrets.ts';

const disableSql = `
  UPDATE destination SET status = 'disabled', disabled_reason = $2, update_time = clock_timestamp()
  WHERE id = $1 AND status = 'enabled'
  RETURNING project_id AS "projectId", name, type, metadata`;

type DisabledRow = Pick<Prisma.DestinationModel, 'projectId' | 'name' | 'type'> & { metadata: JsonObject };

/**
 * Disables a destination that is enabled; undefined when it was not. Its row is locked first, so the event is told once,
 * and what waits for it begins to be held, all in the caller's transaction (Contract §6.2). Gives the lanes that go on with
 * this, which the caller touches at the transaction's end, those of several destinations together.
 */
export async function disableDestination(
  tx: Queryable,
  { id, reason }: { id: string; reason: string },
): Promise<readonly LaneTouch[] | undefined> {
  const { rows } = await tx.query<DisabledRow>(disableSql, [id, reason]);
  const [row] = rows;
  if (!row) return undefined;
  const lanes = await beginHold(tx, { id, projectId: row.projectId });
  if (!kindOf(row.type).announcesDisabling) return lanes;
  const { projectId, name: destinationName, metadata } = row;
  const { shown } = divideQueries(metadata, kindOf(row.type));
  const data = { projectId, destinationId: id, destinationName, url: shown['url'] ?? '', reason };
  await addToOutbox(tx, [{ type: 'destination.webhook.disabled', projectId, aggregateId: id, data }]);
  return lanes;
}
