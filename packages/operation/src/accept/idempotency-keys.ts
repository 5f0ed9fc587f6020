import type { Queryable } from '@writ/db';

/** A key is kept for the retry deadline and two days more (Contract §4.1). */
export const keptHoursAfterDeadline = 48;

/** A caller's key, and the request it came with. */
export type KeyedRequest = {
  projectId: string;
  /** What it was sent to. */
  scope: string;
  key: string;
  bodyHash: Buffer;
};

/** A wish to be the first with a key: for an operation that is being accepted, or for a synchronous write. */
export type KeyReservation = KeyedRequest & {
  /** How long the key is kept, in hours. */
  keptHours: number;
} & ({ operationId: string } | { leaseMs: number });

/** What is known of a key. */
export type KeyState =
  | { kind: 'reserved' }
  /** The same request was accepted before, as this operation. */
  | { kind: 'accepted'; operationId: string }
  /** The same request was answered before. */
  | { kind: 'answered'; answer: unknown }
  /** The key came with another body before. */
  | { kind: 'mismatch' }
  /** The first request with it still runs. */
  | { kind: 'running' }
  /** The process that ran the first request died: nobody knows what came of it. */
  | { kind: 'unknown' };

/** What is known of a key that somebody has. */
export type KnownKey = Exclude<KeyState, { kind: 'reserved' }>;

const reserveSql = `
  INSERT INTO idempotency_key (project_id, scope, key, body_hash, operation_id, lease_until, expire_time)
  SELECT project_id, scope, key, body_hash, operation_id, clock_timestamp() + lease_ms * interval '1 ms',
    clock_timestamp() + kept_hours * interval '1 hour'
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::uuid[], $6::float8[], $7::int[])
    AS given (project_id, scope, key, body_hash, operation_id, lease_ms, kept_hours)
  ORDER BY project_id, scope, key
  ON CONFLICT (project_id, scope, key) DO UPDATE
    SET body_hash = excluded.body_hash, operation_id = excluded.operation_id, lease_until = excluded.lease_until,
      expire_time = excluded.expire_time, answer = NULL
    WHERE idempotency_key.expire_time < clock_timestamp()
  RETURNING project_id, scope, key`;

const readSql = `
  SELECT k.project_id, k.scope, k.key, k.body_hash, k.operation_id, k.answer,
    coalesce(k.lease_until > clock_timestamp(), false) AS running
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS given (project_id, scope, key)
  JOIN idempotency_key k USING (project_id, scope, key)`;

type Place = { project_id: string; scope: string; key: string };
type Row = Place & {
  body_hash: Buffer;
  operation_id: string | null;
  answer: unknown;
  running: boolean;
};

const nameOf = (projectId: string, scope: string, key: string): string =>
  JSON.stringify([projectId, scope, key]);

/**
 * Reserves keys for the first requests that bring them, in one statement and in a fixed order, so that processes which
 * reserve the same keys cannot block each other for ever. Gives a state for each reservation, in order; of two with the
 * same key the first one wins.
 */
export async function reserveKeys(
  tx: Queryable,
  reservations: readonly KeyReservation[],
): Promise<readonly KeyState[]> {
  const firsts = new Map<string, KeyReservation>();
  for (const reservation of reservations) {
    const name = nameOf(reservation.projectId, reservation.scope, reservation.key);
    if (!firsts.has(name)) firsts.set(name, reservation);
  }
  const rows = [...firsts.values()];
  const reserved = await tx.query<Place>(reserveSql, [
    rows.map(({ projectId }) => projectId),
    rows.map(({ scope }) => scope),
    rows.map(({ key }) => key),
    rows.map(({ bodyHash }) => bodyHash),
    rows.map((row) => ('operationId' in row ? row.operationId : null)),
    rows.map((row) => ('leaseMs' in row ? row.leaseMs : null)),
    rows.map(({ keptHours }) => keptHours),
  ]);
  const won = new Set(reserved.rows.map(({ project_id, scope, key }) => nameOf(project_id, scope, key)));
  const winners = new Set(rows.filter((row) => won.has(nameOf(row.projectId, row.scope, row.key))));
  const losers = reservations.filter((reservation) => !winners.has(reservation));
  const states = losers.length > 0 ? await readKeys(tx, losers) : new Map<KeyReservation, KeyState>();
  return reservations.map((reservation) => states.get(reservation) ?? { kind: 'reserved' });
}

async function readKeys(
  tx: Queryable,
  reservations: readonly KeyReservation[],
): Promise<ReadonlyMap<KeyReservation, KeyState>> {
  const { rows } = await tx.query<Row>(readSql, [
    reservations.map(({ projectId }) => projectId),
    reservations.map(({ scope }) => scope),
    reservations.map(({ key }) => key),
  ]);
  const found = new Map(rows.map((row) => [nameOf(row.project_id, row.scope, row.key), row]));
  return new Map(
    reservations.map((reservation) => {
      const row = found.get(nameOf(reservation.projectId, reservation.scope, reservation.key));
      return [reservation, stateOf(row, reservation)];
    }),
  );
}

function stateOf(row: Row | undefined, { bodyHash }: KeyedRequest): KnownKey {
  // Dropped between the two statements: the next request that asks may have it.
  if (!row) return { kind: 'running' };
  if (!row.body_hash.equals(bodyHash)) return { kind: 'mismatch' };
  if (row.operation_id !== null) return { kind: 'accepted', operationId: row.operation_id };
  if (row.answer !== null) return { kind: 'answered', answer: row.answer };
  return { kind: row.running ? 'running' : 'unknown' };
}

/** What is known of a key that came before; undefined for a new one, and for one that is kept no longer. */
export async function findKey(db: Queryable, request: KeyedRequest): Promise<KnownKey | undefined> {
  const { projectId, scope, key } = request;
  const { rows } = await db.query<Row>(`${readSql} WHERE k.expire_time >= clock_timestamp()`, [
    [projectId],
    [scope],
    [key],
  ]);
  return rows[0] && stateOf(rows[0], request);
}

/** Keeps the answer of a synchronous write under its key, for the requests that repeat it. */
export async function answerKey(
  db: Queryable,
  { projectId, scope, key, bodyHash }: KeyedRequest,
  answer: unknown,
): Promise<void> {
  await db.query(
    `UPDATE idempotency_key SET answer = $5, lease_until = NULL
     WHERE project_id = $1 AND scope = $2 AND key = $3 AND body_hash = $4`,
    [projectId, scope, key, bodyHash, JSON.stringify(answer)],
  );
}

/** Drops a key: nothing was sent, and the same request may be tried again. */
export async function dropKey(
  db: Queryable,
  { projectId, scope, key, bodyHash }: KeyedRequest,
): Promise<void> {
  await db.query(
    `DELETE FROM idempotency_key
     WHERE project_id = $1 AND scope = $2 AND key = $3 AND body_hash = $4 AND answer IS NULL AND operation_id IS NULL`,
    [projectId, scope, key, bodyHash],
  );
}

/** Points reserved keys at the operations that their requests came to, where those were not known before. */
export async function pointKeys(
  tx: Queryable,
  pointed: readonly { keyed: KeyedRequest; operationId: string }[],
): Promise<void> {
  if (pointed.length === 0) return;
  await tx.query(
    `UPDATE idempotency_key k SET operation_id = given.operation_id
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS given (project_id, scope, key, operation_id)
     WHERE k.project_id = given.project_id AND k.scope = given.scope AND k.key = given.key`,
    [
      pointed.map(({ keyed }) => keyed.projectId),
      pointed.map(({ keyed }) => keyed.scope),
      pointed.map(({ keyed }) => keyed.key),
      pointed.map(({ operationId }) => operationId),
    ],
  );
}
