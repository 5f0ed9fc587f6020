import { toStorable } from '@writ/contracts';
import { arraysOf, type Queryable } from '@writ/db';

/** Added to the retry deadline (Contract §4.1). */
export const keptHoursAfterDeadline = 48;

export type KeyedRequest = {
  projectId: string;
  /** The request's path. */
  scope: string;
  key: string;
  bodyHash: Buffer;
};

export type KeyReservation = KeyedRequest & {
  keptHours: number;
} & ({ operationId: string } | { begun: BegunRow });

export type BegunRow = {
  /** The operation's, which holds the key. */
  id: string;
  leaseMs: number;
  operation: string;
};

export type KeyState =
  | { kind: 'reserved' }
  | { kind: 'accepted'; operationId: string }
  | { kind: 'answered'; answer: unknown }
  | { kind: 'mismatch' }
  | { kind: 'running' }
  /** The process of the first request died. */
  | { kind: 'unknown'; operationId: string | null };

export type KnownKey = Exclude<KeyState, { kind: 'reserved' }>;

const reserveSql = `
  WITH given AS (
    SELECT DISTINCT ON (project_id, scope, key) *
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::uuid[], $6::uuid[], $7::float8[], $8::int[],
        $9::int[], $10::text[])
      AS g (project_id, scope, key, body_hash, operation_id, holder, lease_ms, kept_hours, place, operation)
    ORDER BY project_id, scope, key, place
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), reserved AS (
    INSERT INTO idempotency_key (project_id, scope, key, body_hash, operation_id, holder, lease_until, expire_time)
    SELECT project_id, scope, key, body_hash, operation_id, holder, now + lease_ms * interval '1 ms',
      now + kept_hours * interval '1 hour'
    FROM given, moment ORDER BY project_id, scope, key
    ON CONFLICT (project_id, scope, key) DO UPDATE
      SET body_hash = excluded.body_hash, operation_id = excluded.operation_id, holder = excluded.holder,
        lease_until = excluded.lease_until, expire_time = excluded.expire_time, answer = NULL
      WHERE idempotency_key.expire_time < clock_timestamp() OR idempotency_key.holder = excluded.holder
    RETURNING project_id, scope, key
  ), begun AS (
    INSERT INTO synchronous_write (project_id, id, begin_time, lease_until, operation)
    SELECT project_id, holder, now, now + lease_ms * interval '1 ms', operation::json
    FROM given JOIN reserved USING (project_id, scope, key), moment WHERE holder IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  SELECT place FROM given JOIN reserved USING (project_id, scope, key)`;

const readSql = `
  SELECT k.body_hash AS "bodyHash", k.operation_id AS "operationId", k.answer, k.holder,
    coalesce(k.lease_until > clock_timestamp(), false) AS running
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS given (project_id, scope, key, place)
  LEFT JOIN idempotency_key k USING (project_id, scope, key)`;

type Row = {
  bodyHash: Buffer | null;
  operationId: string | null;
  answer: unknown;
  holder: string | null;
  running: boolean;
};

/**
 * Reserves keys in one statement, ordered to avoid deadlocks. The first of equal keys wins; a request without
 * a key counts as reserved. A holder may reserve again.
 */
export async function reserveKeys(
  tx: Queryable,
  reservations: readonly (KeyReservation | undefined)[],
): Promise<readonly KeyState[]> {
  const wanted = reservations.flatMap((reservation, place) =>
    reservation ? [{ ...columnsOf(reservation), place }] : [],
  );
  if (wanted.length === 0) return reservations.map(() => ({ kind: 'reserved' }));
  const names = [
    'projectId',
    'scope',
    'key',
    'bodyHash',
    'operationId',
    'holder',
    'leaseMs',
    'keptHours',
    'place',
    'operation',
  ] as const;
  const { rows } = await tx.query<{ place: number }>(reserveSql, arraysOf(wanted, ...names));
  const reserved = new Set(rows.map(({ place }) => place));
  const others = wanted.filter(({ place }) => !reserved.has(place));
  const known = await readKeys(tx, others);
  const states = new Map(others.map(({ place }, at) => [place, known[at]]));
  return reservations.map((_, place) => states.get(place) ?? { kind: 'reserved' });
}

function columnsOf(reservation: KeyReservation) {
  const { projectId, scope, key, bodyHash, keptHours } = reservation;
  const common = { projectId, scope, key, bodyHash, keptHours };
  if ('operationId' in reservation)
    return { ...common, operationId: reservation.operationId, holder: null, leaseMs: null, operation: null };
  const { id, leaseMs, operation } = reservation.begun;
  return { ...common, operationId: null, holder: id, leaseMs, operation };
}

async function readKeys(tx: Queryable, requests: readonly KeyedRequest[]): Promise<readonly KnownKey[]> {
  if (requests.length === 0) return [];
  const { rows } = await tx.query<Row>(
    `${readSql} ORDER BY place`,
    arraysOf(requests, 'projectId', 'scope', 'key'),
  );
  return requests.map((request, at) => stateOf(rows[at], request));
}

function stateOf(row: Row | undefined, { bodyHash }: KeyedRequest): KnownKey {
  // Dropped between the two statements.
  if (!row?.bodyHash) return { kind: 'running' };
  if (!row.bodyHash.equals(bodyHash)) return { kind: 'mismatch' };
  if (row.operationId !== null) return { kind: 'accepted', operationId: row.operationId };
  if (row.answer !== null) return { kind: 'answered', answer: row.answer };
  return row.running ? { kind: 'running' } : { kind: 'unknown', operationId: row.holder };
}

/** Undefined for a new or expired key. */
export async function findKey(db: Queryable, request: KeyedRequest): Promise<KnownKey | undefined> {
  const sql = `${readSql} WHERE k.expire_time >= clock_timestamp()`;
  const { rows } = await db.query<Row>(sql, arraysOf([request], 'projectId', 'scope', 'key'));
  return rows[0] && stateOf(rows[0], request);
}

export async function answerKey(
  db: Queryable,
  { projectId, scope, key, bodyHash }: KeyedRequest,
  answer: unknown,
): Promise<void> {
  await db.query(
    `UPDATE idempotency_key SET answer = $5, lease_until = NULL
     WHERE project_id = $1 AND scope = $2 AND key = $3 AND body_hash = $4`,
    [projectId, scope, key, bodyHash, storableJson(answer)],
  );
}

/** JSON escapes of characters that Postgres cannot store, and texts that look like them. */
const perhapsUnstorable = /\\u(?:0000|d[89a-f])/;

/** Answers quote the provider, so they may hold such characters. */
function storableJson(answer: unknown): string {
  const json = JSON.stringify(answer);
  if (!perhapsUnstorable.test(json)) return json;
  return JSON.stringify(storable(JSON.parse(json) as unknown));
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [toStorable(name), storable(one)]));
}

export async function pointKeys(
  tx: Queryable,
  pointed: readonly (KeyedRequest & { operationId: string })[],
): Promise<void> {
  if (pointed.length === 0) return;
  await tx.query(
    `UPDATE idempotency_key k SET operation_id = given.operation_id
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS given (project_id, scope, key, operation_id)
     WHERE k.project_id = given.project_id AND k.scope = given.scope AND k.key = given.key`,
    arraysOf(pointed, 'projectId', 'scope', 'key', 'operationId'),
  );
}
