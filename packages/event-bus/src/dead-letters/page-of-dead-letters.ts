import type { DeadLetterKind, DeadLetterQuery } from '@writ/contracts';
import { allOf, boundedPage, idsWithin, pageOfRows, Prisma, type BoundedRow } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';
import { placeOf, type DeadLetter } from './list-dead-letters.ts';

/** Without payload; keys and reasons are cut to 1,000 characters or more. */
export type DeadLetterFacts = Omit<DeadLetter, 'message'> & {
  message: Omit<BusMessage, 'value' | 'headers'>;
  /** Of the payload. */
  bytes: number;
};

type Row = Pick<
  Prisma.DeadLetterModel,
  'id' | 'topic' | 'partition' | 'offset' | 'key' | 'reason' | 'createTime' | 'replayTime'
> & { kind: DeadLetterKind; bytes: number };

const mostCharacters = 2_000;

/** Letters read for a page: well below a second. */
const mostLookedAt = 100_000;

/** Newest first. If few match, a page may be short although more follow. */
export async function pageOfDeadLetters(
  prisma: Prisma.TransactionClient,
  filter: Omit<DeadLetterQuery, 'pageSize' | 'pageToken'>,
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
): Promise<{ letters: DeadLetterFacts[]; nextBelow?: string }> {
  const sql = boundedPage({
    source: Prisma.sql`FROM dead_letter AS l WHERE ${idsWithin(Prisma.sql`l.id`, { ...filter, beforeId })}`,
    alias: Prisma.sql`l`,
    // A payload may have a megabyte: Postgres knows its size without reading it.
    columns: Prisma.sql`l.id, l.topic, l.partition, l."offset", left(l.key, ${mostCharacters}) AS key,
      left(l.reason, ${mostCharacters}) AS reason, l.reason_kind AS kind, octet_length(l.raw) AS bytes,
      l.create_time AS "createTime", l.replay_time AS "replayTime"`,
    matches: matches(filter),
    limit: limit + 1,
    look: mostLookedAt,
  });
  const { rows, ...next } = pageOfRows(await prisma.$queryRaw<BoundedRow<Row>[]>(sql), limit);
  return { letters: rows.map(toFacts), ...next };
}

const toFacts = ({ topic, key, partition, offset, ...facts }: Row): DeadLetterFacts => ({
  ...facts,
  message: placeOf({ topic, key, partition, offset }),
});

const matches = ({ status, reasonKind, topic, since, until }: DeadLetterQuery): Prisma.Sql =>
  allOf(
    status !== undefined && Prisma.sql`(l.replay_time IS NOT NULL) = ${status === 'replayed'}`,
    reasonKind !== undefined && Prisma.sql`l.reason_kind = ${reasonKind}`,
    topic !== undefined && Prisma.sql`l.topic = ${topic}`,
    since !== undefined && Prisma.sql`l.create_time >= ${since}::timestamptz`,
    until !== undefined && Prisma.sql`l.create_time < ${until}::timestamptz`,
  );
