import {
  CommitUnknownError,
  inTransaction,
  isUniqueViolation,
  newId,
  undeadlocked,
  type Queryable,
} from '@writ/db';
import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import { acceptOperations } from './accept-operations.ts';
import { toStored, type Accepted, type Stored } from './accepted.ts';
import { areStored } from './are-stored.ts';
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

/** A write that is to be accepted, with the key under which its caller may send it again. */
export type Acceptance<Write> = { keyed: KeyedRequest | undefined; write: Write };

/** What one kind of writes has of its own. */
type Kind<Write> = {
  /** Under which its key is reserved. */
  idOf(write: Write): string;
  /** How long a write may be under way. */
  longestHours(write: Write): number;
  store(tx: Queryable, acceptances: readonly Acceptance<Write>[]): Promise<readonly Stored[]>;
  /** Whether a repetition tells what became of a group of which an answer was lost. */
  canTell(acceptances: readonly Acceptance<Write>[]): boolean;
  /** Whether these, which the group stored first, are there: one that is stands for the whole group. */
  areStored(pool: Pool, stored: readonly Write[]): Promise<boolean>;
};

/** Stores writes that stand for themselves. */
export const storeOperations = (
  pool: Pool,
  acceptances: readonly Acceptance<NewOperation>[],
): Promise<readonly Accepted[]> =>
  storeAcceptances<NewOperation>(pool, acceptances, {
    idOf: ({ id }) => id,
    longestHours: ({ deadlineHours }) => deadlineHours,
    store: async (tx, fresh) => {
      const lanes = await acceptOperations(
        tx,
        fresh.map(({ write }) => write),
      );
      return fresh.map(({ write: { id, laneId } }) => toStored(id, lanes.has(laneId) ? 'anew' : 'already'));
    },
    canTell: () => true,
    areStored,
  });

/** A batch may collect for a day, and be retried for as long as another record asks. */
const longestHoursOfBatch = 24 + 48;

/** Stores writes that wait for others. A record in a batch has no id: without a key a lost answer stays lost. */
export const storeBatched = (
  pool: Pool,
  acceptances: readonly Acceptance<BatchedWrite>[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Accepted[]> =>
  storeAcceptances(pool, acceptances, {
    // Which batch a record goes into is not known yet: its key is pointed at the batch before the commit.
    idOf: () => newId(),
    longestHours: () => longestHoursOfBatch,
    store: async (tx, fresh) => {
      const stored = await acceptBatched(
        tx,
        fresh.map(({ write }) => write),
        limits,
      );
      await pointKeys(
        tx,
        fresh.flatMap(({ keyed }, at) =>
          keyed ? [{ keyed, operationId: stored[at]?.operationId ?? '' }] : [],
        ),
      );
      return stored;
    },
    canTell: (given) => given.every(({ keyed }) => keyed),
    areStored: () => Promise.resolve(false),
  });

/**
 * One transaction for keys, operations, batches, records and lanes: a key without its operation cannot be. Where the
 * connection broke before the commit was sent it is simply done again; for a commit whose answer was lost see `repeat`.
 */
function storeAcceptances<Write>(
  pool: Pool,
  acceptances: readonly Acceptance<Write>[],
  kind: Kind<Write>,
): Promise<readonly Accepted[]> {
  let answers: readonly Accepted[] = [];
  const store = () =>
    undeadlocked(() =>
      inTransaction(pool, async (tx) => {
        answers = await storeReserved(tx, acceptances, await reserveFor(tx, acceptances, kind), kind);
        return answers;
      }),
    );
  return storeOnceMore(store, (broken) => {
    if (!(broken instanceof CommitUnknownError)) return store();
    if (!kind.canTell(acceptances)) throw broken;
    return repeat(pool, acceptances, answers, kind);
  });
}

/**
 * Finds out by storing the same again whether a commit whose answer was lost has come through: Postgres lets the
 * repetition wait for one that is under way. A transaction is stored as a whole or not at all, and the id of an operation
 * is nobody else's; so one that is there stands for the whole group, with the answers that it would have had. Of a key
 * that leads to a batch this can be said for its own request only.
 */
async function repeat<Write>(
  pool: Pool,
  acceptances: readonly Acceptance<Write>[],
  answers: readonly Accepted[],
  kind: Kind<Write>,
): Promise<readonly Accepted[]> {
  const first = acceptances.flatMap(({ write }, at) => (answers[at]?.kind === 'stored' ? [write] : []));
  try {
    return await undeadlocked(() =>
      inTransaction(pool, async (tx) => {
        const states = await reserveFor(tx, acceptances, kind);
        const again = await storeReserved(tx, acceptances, states, kind);
        return again.map((answer, at) => {
          const before = answers[at];
          return before && isSame(before, states[at]) ? before : answer;
        });
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error) || !(await kind.areStored(pool, first))) throw error;
    return answers;
  }
}

/** The key leads to what the first try has made. */
const isSame = (answer: Accepted, state: KeyState | undefined): boolean =>
  answer.kind === 'stored' && state?.kind === 'accepted' && state.operationId === answer.operationId;

type Reserved<Write> = KeyState & { first?: Acceptance<Write> };

async function storeReserved<Write>(
  tx: Queryable,
  acceptances: readonly Acceptance<Write>[],
  states: readonly Reserved<Write>[],
  kind: Kind<Write>,
): Promise<readonly Accepted[]> {
  const fresh = acceptances.filter((_, at) => states[at]?.kind === 'reserved');
  const answers = fresh.length > 0 ? await kind.store(tx, fresh) : [];
  const stored = new Map(fresh.map((acceptance, at) => [acceptance, answers[at]]));
  return acceptances.map((acceptance, at) => stored.get(acceptance) ?? known(states[at], stored));
}

/** Who may go on: those without a key, and the first with theirs. */
async function reserveFor<Write>(
  tx: Queryable,
  acceptances: readonly Acceptance<Write>[],
  kind: Kind<Write>,
): Promise<readonly Reserved<Write>[]> {
  const wishes = acceptances.flatMap((acceptance) => {
    const { keyed, write } = acceptance;
    if (!keyed) return [];
    const keptHours = kind.longestHours(write) + keptHoursAfterDeadline;
    return [{ acceptance, reservation: { ...keyed, operationId: kind.idOf(write), keptHours } }];
  });
  const states =
    wishes.length === 0
      ? []
      : await reserveKeys(
          tx,
          wishes.map(({ reservation }) => reservation),
        );
  const byId = new Map(wishes.map(({ acceptance, reservation }) => [reservation.operationId, acceptance]));
  const found = new Map(wishes.map(({ acceptance }, place) => [acceptance, states[place]]));
  return acceptances.map((acceptance) => {
    const state = found.get(acceptance) ?? { kind: acceptance.keyed ? 'running' : 'reserved' };
    const first = state.kind === 'accepted' ? byId.get(state.operationId) : undefined;
    return first ? { ...state, first } : state;
  });
}

/** A repetition in the same group is told where the first one went. */
function known<Write>(
  state: Reserved<Write> | undefined,
  stored: ReadonlyMap<Acceptance<Write>, Stored | undefined>,
): Accepted {
  if (!state || state.kind === 'reserved') throw new Error('An accepted write was not stored');
  const first = state.first && stored.get(state.first);
  return first === undefined ? state : { kind: 'accepted', operationId: first.operationId };
}
