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

type Kind<Write> = {
  /** The key is reserved for it. */
  idOf(write: Write): string;
  /** How long a write may take. */
  longestHours(write: Write): number;
  store(tx: Queryable, writes: readonly Write[]): Promise<readonly Stored[]>;
  isOneStatement(write: Write): boolean;
  /** Whether storing again resolves a lost write. */
  canResolve(write: Write): boolean;
  /** Whether the first try stored writes. */
  areStored(pool: Pool, stored: readonly Write[]): Promise<boolean>;
};

export const isPlainCreate = ({ keyed, type }: NewOperation): boolean => !keyed && type === 'create';

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
    canResolve: () => true,
    areStored,
  });

/** A batch may collect for 24 h, and be retried for 48 h. */
const longestHoursOfBatch = 24 + 48;

/** A record in a batch has no id: without a key a lost answer stays lost. */
export const storeBatched = (
  pool: Pool,
  writes: readonly BatchedWrite[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Accepted[]> =>
  storeWrites(pool, writes, {
    // Temporary: the key points to the batch before the commit.
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
    canResolve: ({ keyed }) => keyed !== undefined,
    areStored: () => Promise.resolve(false),
  });

/**
 * Stores keys, operations, batches, records and lanes in one transaction. If the connection broke before the
 * commit, it stores again.
 *
 * If the commit's answer was lost, storing again shows whether it succeeded: Postgres makes the repetition
 * wait for a running commit. One stored operation proves the group, since ids are unique; a key of a batch
 * proves only its own request.
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
    if (!writes.every((write) => kind.canResolve(write))) throw broken;
    // Which lanes were at rest is unknown then, so wake all.
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

const isSame = (before: Accepted, again: Accepted): boolean =>
  before.kind === 'stored' && again.kind === 'accepted' && again.operationId === before.operationId;

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

/** A repetition in the group gets the first one's operation. */
function known(
  state: KeyState | undefined,
  became: ReadonlyMap<string | undefined, Stored | undefined>,
): Accepted {
  if (!state || state.kind === 'reserved') throw new Error('An accepted write was not stored');
  const first = state.kind === 'accepted' ? became.get(state.operationId) : undefined;
  return first ? { kind: 'accepted', operationId: first.operationId } : state;
}
