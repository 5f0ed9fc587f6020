import type { Queryable } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';

export type DeadLetter = {
  id: string;
  message: BusMessage;
  reason: string;
  createTime: Date;
  /** When it was last published again. */
  replayTime?: Date;
};

/** Which dead letters are meant; without a member, all that were not replayed yet. */
export type DeadLetterFilter = {
  ids?: readonly string[];
  createdFrom?: Date;
  createdBefore?: Date;
  /** Those that were replayed, too. */
  withReplayed?: boolean;
};

type Row = {
  id: string;
  topic: string;
  partition: number | null;
  offset: string | null;
  key: string | null;
  headers: Record<string, string>;
  raw: Buffer;
  reason: string;
  createTime: Date;
  replayTime: Date | null;
};

const matchingSql = `
  FROM dead_letter
  WHERE ($1::uuid[] IS NULL OR id = ANY ($1))
    AND ($2::timestamptz IS NULL OR create_time >= $2)
    AND ($3::timestamptz IS NULL OR create_time < $3)
    AND ($4 OR replay_time IS NULL)`;

const matchingValues = (filter: DeadLetterFilter): unknown[] => [
  filter.ids ?? null,
  filter.createdFrom ?? null,
  filter.createdBefore ?? null,
  filter.withReplayed ?? false,
];

const listSql = `
  SELECT id, topic, partition, "offset", key, headers, raw, reason,
         create_time AS "createTime", replay_time AS "replayTime"
  ${matchingSql} AND ($5::uuid IS NULL OR id > $5)
  ORDER BY id
  LIMIT $6`;

/** Dead letters, oldest first, up to `limit`; the next ones come with `after`, the last id seen. */
export async function listDeadLetters(
  db: Queryable,
  filter: DeadLetterFilter & { after?: string; limit: number },
): Promise<DeadLetter[]> {
  const values = [...matchingValues(filter), filter.after ?? null, filter.limit];
  const { rows } = await db.query<Row>(listSql, values);
  return rows.map(toDeadLetter);
}

/** The ids of those that are there now, oldest first. */
export async function listDeadLetterIds(db: Queryable, filter: DeadLetterFilter): Promise<string[]> {
  const sql = `SELECT id ${matchingSql} ORDER BY id`;
  const { rows } = await db.query<{ id: string }>(sql, matchingValues(filter));
  return rows.map(({ id }) => id);
}

function toDeadLetter({ id, reason, createTime, replayTime, ...row }: Row): DeadLetter {
  const { topic, key, headers, raw: value, partition, offset } = row;
  const place = { ...(partition === null ? {} : { partition }), ...(offset === null ? {} : { offset }) };
  const message = { topic, key, headers, value, ...place };
  return { id, message, reason, createTime, ...(replayTime ? { replayTime } : {}) };
}
