import { plainArray, textArray, type Queryable } from '@writ/db';
import { knownEvent, type BusMessage, type EventKey } from '@writ/event-bus';

const storedSql = `
  SELECT place::int FROM unnest($1::uuid[], $2::text[], $3::text[])
    WITH ORDINALITY AS given (project_id, source, event_id, place)
  WHERE EXISTS (
    SELECT FROM event AS e
    WHERE e.project_id = given.project_id AND e.event_id = given.event_id AND e.source = given.source)`;

/** Drops messages that name a stored event: a look-up is cheaper than parsing and storing them. */
export async function newToUs(db: Queryable, batch: readonly BusMessage[]): Promise<readonly BusMessage[]> {
  const told = batch.flatMap((message) => {
    const key = knownEvent(message);
    return key ? [{ message, key }] : [];
  });
  if (told.length === 0) return batch;
  const keys = told.map(({ key }) => key);
  const { rows } = await db.query<{ place: number }>(storedSql, columnsOf(keys));
  const stored = new Set(rows.map(({ place }) => told[place - 1]?.message));
  return batch.filter((message) => !stored.has(message));
}

const columnsOf = (keys: readonly EventKey[]): unknown[] => [
  plainArray(keys.map(({ projectid }) => projectid)),
  textArray(keys.map(({ source }) => source)),
  textArray(keys.map(({ id }) => id)),
];
