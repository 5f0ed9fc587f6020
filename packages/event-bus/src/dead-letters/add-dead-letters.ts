import { toStorable } from '@writ/contracts';
import { newId, type Queryable } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';
import type { NotTakenIn } from '../lifecycle-event/not-taken-in.ts';

const insertSql = `
  INSERT INTO dead_letter (id, topic, partition, "offset", key, headers, raw, reason, reason_kind)
  SELECT * FROM unnest(
    $1::uuid[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::jsonb[], $7::bytea[], $8::text[],
    $9::text[])
  ON CONFLICT (topic, partition, "offset", sha256(raw)) DO NOTHING`;

/**
 * Stores messages that could not be taken in, with the reason. The payload is stored as it came; in key and
 * headers, what Postgres cannot store is replaced. A repeated message is stored once, known by its place and
 * its bytes: a recreated topic counts from zero again.
 */
export async function addDeadLetters(
  tx: Queryable,
  letters: readonly (NotTakenIn & { message: BusMessage })[],
): Promise<void> {
  if (letters.length === 0) return;
  const messages = letters.map(({ message }) => message);
  await tx.query(insertSql, [
    letters.map(() => newId()),
    messages.map(({ topic }) => topic),
    messages.map(({ partition }) => partition),
    messages.map(({ offset }) => offset),
    messages.map(({ key }) => (key === null ? null : toStorable(key))),
    messages.map(({ headers }) => JSON.stringify(storableHeaders(headers))),
    messages.map(({ value }) => value),
    letters.map(({ reason }) => toStorable(reason)),
    letters.map(({ kind }) => kind),
  ]);
}

const storableHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [toStorable(name), toStorable(value)]));
