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
 * Disables an enabled destination in the caller's transaction, writes its event once and begins to hold deliveries
 * (Contract §6.2). Returns lanes still to hold, which the caller touches last; undefined if it was not enabled.
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
