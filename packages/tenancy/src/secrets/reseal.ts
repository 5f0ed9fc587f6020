import { setTimeout as delay } from 'node:timers/promises';
import { lowestId, type Queryable } from '@writ/db';
import type { Keyring } from './keyring.ts';
import {
  addProjectKey,
  newestProjectKeys,
  openDataKey,
  projectKeyColumn,
  sealDataKey,
} from './project-keys.ts';
import { projectSecrets, type Seal, type Secrets } from './project-secrets.ts';
import { opens, SealedError } from './seal.ts';
import { sealedColumns } from './sealed-columns.ts';

/** `left`: values that no key opens, counted by reason. */
export type Resealed = {
  newDataKeys: number;
  dataKeys: number;
  secrets: number;
  left: ReadonlyMap<string, number>;
};

export type ResealOptions = {
  /** Also create data keys where an older environment key sealed the newest. */
  newDataKeys?: boolean;
  /** After each batch, with the column's total so far. */
  onProgress?: (column: string, sealed: number) => void;
  batchSize?: number;
  /** For tests: runs between reading a batch and storing it. */
  beforeStore?: () => Promise<void>;
};

type Row = { id: string; projectId: string; sealed: string };
/** Seals a value anew. @throws SealedError */
type Again = (row: Row) => string | Promise<string>;
type Step = {
  table: string;
  column: string;
  /** SQL: how a value of row `own` begins if it needs no resealing. */
  asItShouldBe?: string;
  /** Returns what seals the values of one batch, and leaves values unchanged that need no resealing. */
  begin: () => Again;
};

const usualBatchSize = 500;
/** Before rows that others had locked are tried again. */
const restMs = 100;

/**
 * Seals every data key with the first environment key, and every secret with its project's newest data key.
 * It may be interrupted, repeated, and run beside other processes: it replaces a value only if that is still
 * the value it read, and waits for no lock.
 */
export async function reseal(
  db: Queryable,
  keyring: Keyring,
  options: ResealOptions = {},
): Promise<Resealed> {
  const secrets = projectSecrets(keyring, db);
  const newDataKeys = options.newDataKeys ? await renewDataKeys(db, keyring) : 0;
  const left = new Map<string, number>();
  const dataKeys = await walk(db, options, dataKeyStep(keyring), left);
  let stored = 0;
  for (const column of sealedColumns) stored += await walk(db, options, secretStep(secrets, column), left);
  return { newDataKeys, dataKeys, secrets: stored, left };
}

const dataKeyStep = (keyring: Keyring): Step => ({
  ...projectKeyColumn,
  begin:
    () =>
    ({ id, sealed }) => {
      // Opened in any case: another key may have the same id.
      const dataKey = openDataKey(keyring, id, sealed);
      return sealed.startsWith(`v1:${keyring.sealingKeyId}:`) ? sealed : sealDataKey(keyring, id, dataKey);
    },
});

const secretStep = (secrets: Secrets, column: (typeof sealedColumns)[number]): Step => ({
  ...column,
  asItShouldBe: `
    'v2:' || (SELECT id FROM project_key WHERE project_id = own.project_id ORDER BY number DESC LIMIT 1) || ':'`,
  begin: () => {
    const sealers = new Map<string, Seal>();
    return async ({ id, projectId, sealed }) => {
      const place = { ...column, rowId: id };
      // Opened first: a ring that opens nothing must not create data keys.
      const secret = await secrets.open(sealed, place);
      const seal = sealers.get(projectId) ?? (await secrets.sealer(projectId));
      sealers.set(projectId, seal);
      return seal(secret, place);
    };
  },
});

/** Goes through a column until no value needs resealing; returns the number resealed. */
async function walk(
  db: Queryable,
  options: ResealOptions,
  step: Step,
  left: Map<string, number>,
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const reasons: string[] = [];
    let missed = 0;
    for (let after: string | undefined = lowestId; after !== undefined;) {
      const batch: Batch = await sealBatch(db, options, step, after);
      sealed += batch.stored;
      missed += batch.missed;
      reasons.push(...batch.left);
      after = batch.lastId;
      if (batch.stored > 0) options.onProgress?.(`${step.table}.${step.column}`, sealed);
    }
    if (missed === 0) {
      for (const reason of reasons) left.set(reason, (left.get(reason) ?? 0) + 1);
      return sealed;
    }
    await delay(restMs);
  }
}

/** `missed`: others locked or changed them. */
type Batch = { lastId: string | undefined; stored: number; missed: number; left: readonly string[] };

async function sealBatch(
  db: Queryable,
  { batchSize = usualBatchSize, beforeStore }: ResealOptions,
  step: Step,
  after: string,
): Promise<Batch> {
  const { rows } = await db.query<Omit<Row, 'sealed'> & { sealed: string | null }>(
    `SELECT id, project_id AS "projectId",
       CASE WHEN starts_with(sealed, ${step.asItShouldBe ?? 'NULL'}) THEN NULL ELSE sealed END AS sealed
     FROM (SELECT id, project_id, ${step.column} AS sealed FROM ${step.table} WHERE id > $1 ORDER BY id LIMIT $2) AS own
     ORDER BY id`,
    [after, batchSize],
  );
  const again = step.begin();
  const left: string[] = [];
  const changes: { id: string; before: string; after: string }[] = [];
  for (const { sealed, ...row } of rows) {
    if (sealed === null) continue;
    try {
      const after = await again({ ...row, sealed });
      if (after !== sealed) changes.push({ id: row.id, before: sealed, after });
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      left.push(error.message);
    }
  }
  if (changes.length > 0) await beforeStore?.();
  const stored = changes.length > 0 ? await store(db, step, changes) : 0;
  return { lastId: rows.at(-1)?.id, stored, missed: changes.length - stored, left };
}

/** Replaces unlocked values that are still as they were read; returns their number. */
async function store(
  db: Queryable,
  { table, column }: Step,
  changes: readonly { id: string; before: string; after: string }[],
): Promise<number> {
  const { rowCount } = await db.query(
    `WITH free AS (SELECT id FROM ${table} WHERE id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED)
     UPDATE ${table} AS own SET ${column} = given.after
     FROM free JOIN unnest($1::uuid[], $2::text[], $3::text[]) AS given (id, before, after) USING (id)
     WHERE own.id = given.id AND own.${column} = given.before`,
    [changes.map(({ id }) => id), changes.map(({ before }) => before), changes.map(({ after }) => after)],
  );
  return rowCount ?? 0;
}

/** Creates new data keys where an older environment key sealed the newest. Returns their number. */
async function renewDataKeys(db: Queryable, keyring: Keyring): Promise<number> {
  let renewed = 0;
  for (const { id, projectId, number, sealed, madeWith } of await newestProjectKeys(db)) {
    // A ring that does not open the data key is not the one of the running processes.
    const isOurs = () => opens(() => openDataKey(keyring, id, sealed));
    if (madeWith === keyring.sealingKeyId || !isOurs()) continue;
    if (await addProjectKey(db, keyring, { projectId, number: number + 1 })) renewed += 1;
  }
  return renewed;
}
