import {
  CommitUnknownError,
  inOneStatement,
  inTransaction,
  isUniqueViolation,
  newId,
  undeadlocked,
  type Queryable,
} from '@writ/db';
import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import { acceptOperations, areStored } from './accept-operations.ts';
import { toStored, type Accepted, type Stored } from './accepted.ts';
import { acceptBatched } from './batch/accept-batched.ts';
import { batchLimits, type BatchedWrite, type BatchLimits } from './batch/auto-batch.ts';
import {
  keptHoursAfterDeadline,
  pointKeys,
  reserveKeys,
  type KeyedRequest,
  type KeyState,
} from './idempotency-keys.ts';
import { storeOnceMore } from './store-once-more.ts';

type KeyedWrite = { keyed?: KeyedRequest | undefined };

/** What one kind of writes has of its own. */
type Kind<Write> = {
  /** Under which its key is reserved. */
  idOf(write: Write): string;
  /** How long a write may be under way. */
  longestHours(write: Write): number;
  store(tx: Queryable, writes: readonly Write[]): Promise<readonly Stored[]>;
  /** Whether one statement does it, which needs no transaction. */
  isOneStatement(write: Write): boolean;
  /** Whether a repetition tells what became of a write whose answer was lost. */
  canTell(write: Write): boolean;
  /** Whether these, which the group stored first, are there: one that is stands for the whole group. */
  areStored(pool: Pool, stored: readonly Write[]): Promise<boolean>;
};

/** Most writes are creates without a key. */
export const isPlainCreate = ({ keyed, type }: NewOperation): boolean => !keyed && type === 'create';

/** Stores writes that stand for themselves. */
export const storeOperations = (
  pool: Pool,
  operations: readonly NewOperation[],
): Promise<readonly Accepted[]> =>
  storeWrites<NewOperation>(pool, operations, {
    idOf: ({ id }) => id,
    longestHours: ({ deadlineHours }) => deadlineHours,
    store: async (tx, fresh) => {
      const lanes = await acceptOperations(tx, fresh);
      return fresh.map(({ id, laneId }) => toStored(id, lanes.has(laneId) ? 'anew' : 'already'));
    },
    isOneStatement: isPlainCreate,
    canTell: () => true,
    areStored,
  });

/** A batch may collect for a day, and be retried for as long as another record asks. */
const longestHoursOfBatch = 24 + 48;

/** Stores writes that wait for others. A record in a batch has no id: without a key a lost answer stays lost. */
export const storeBatched = (
  pool: Pool,
  writes: readonly BatchedWrite[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Accepted[]> =>
  storeWrites(pool, writes, {
    // Which batch a record goes into is not known yet: its key is pointed at the batch before the commit.
    idOf: () => newId(),
    longestHours: () => longestHoursOfBatch,
    store: async (tx, fresh) => {
      const stored = await acceptBatched(tx, fresh, limits);
      await pointKeys(
        tx,
        stored.flatMap(({ operationId }, at) =>
          fresh[at]?.keyed ? [{ ...fresh[at].keyed, operationId }] : [],
        ),
      );
      return stored;
    },
    isOneStatement: () => false,
    canTell: ({ keyed }) => keyed !== undefined,
    areStored: () => Promise.resolve(false),
  });

/**
 * One transaction for keys, operations, batches, records and lanes: a key without its operation cannot be. Where the
 * connection broke before the commit was sent it is simply done again.
 *
 * Where the answer to the commit was lost, storing the same again finds out whether it has come through: Postgres lets the
 * repetition wait for one that is under way. A transaction is stored as a whole or not at all, and the id of an operation
 * is nobody else's; so one that is there stands for the whole group, with the answers that it would have had. Of a key
 * that leads to a batch this can be said for its own request only.
 */
function storeWrites<Write extends KeyedWrite>(
  pool: Pool,
  writes: readonly Write[],
  kind: Kind<Write>,
): Promise<readonly Accepted[]> {
  const run = writes.every((write) => kind.isOneStatement(write)) ? inOneStatement : inTransaction;
  let answers: readonly Accepted[] | undefined;
  const store = () =>
    undeadlocked(() =>
      run(pool, async (tx) => {
        answers = await storeReserved(tx, writes, kind);
        return answers;
      }),
    );
  return storeOnceMore(store, async (broken) => {
    if (!(broken instanceof CommitUnknownError)) return store();
    if (!writes.every((write) => kind.canTell(write))) throw broken;
    // Of a statement whose answer was lost nobody knows which lanes it found at rest.
    const before = answers ?? writes.map((write) => toStored(kind.idOf(write), 'anew'));
    try {
      return (await store()).map((again, at) =>
        before[at] && isSame(before[at], again) ? before[at] : again,
      );
    } catch (error) {
      const first = writes.filter((_, at) => before[at]?.kind === 'stored');
      if (!isUniqueViolation(error) || !(await kind.areStored(pool, first))) throw error;
      return before;
    }
  });
}

/** The key leads to what the first try has made. */
const isSame = (before: Accepted, again: Accepted): boolean =>
  before.kind === 'stored' && again.kind === 'accepted' && again.operationId === before.operationId;

/** Stores the writes that may go on: those without a key, and the first with theirs. */
async function storeReserved<Write extends KeyedWrite>(
  tx: Queryable,
  writes: readonly Write[],
  kind: Kind<Write>,
): Promise<readonly Accepted[]> {
  const reservations = writes.map((write) => {
    const keptHours = kind.longestHours(write) + keptHoursAfterDeadline;
    return write.keyed && { ...write.keyed, operationId: kind.idOf(write), keptHours };
  });
  const states = await reserveKeys(tx, reservations);
  const fresh = writes.filter((_, at) => states[at]?.kind === 'reserved');
  const stored = fresh.length > 0 ? await kind.store(tx, fresh) : [];
  const answers = new Map(fresh.map((write, at) => [write, stored[at]]));
  const became = new Map(writes.map((write, at) => [reservations[at]?.operationId, answers.get(write)]));
  return writes.map((write, at) => answers.get(write) ?? known(states[at], became));
}

/** A repetition in the same group is told where the first one went. */
function known(
  state: KeyState | undefined,
  became: ReadonlyMap<string | undefined, Stored | undefined>,
): Accepted {
  if (!state || state.kind === 'reserved') throw new Error('An accepted write was not stored');
  const first = state.kind === 'accepted' ? became.get(state.operationId) : undefined;
  return first ? { kind: 'accepted', operationId: first.operationId } : state;
}
