import { CommitUnknownError, inTransaction, isUniqueViolation, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import type { Accepted, Stored } from './accepted.ts';
import { keptHoursAfterDeadline, reserveKeys, type KeyedRequest, type KeyState } from './idempotency-keys.ts';
import { storeOnceMore, undeadlocked } from './store-once-more.ts';

/** A write that is to be accepted, with the key under which its caller may send it again. */
export type Acceptance<Write> = { keyed: KeyedRequest | undefined; write: Write };

/** What one kind of writes has of its own. */
export type Kind<Write> = {
  /** Under which its key is reserved. */
  idOf(write: Write): string;
  /** How long a write may be under way. */
  longestHours(write: Write): number;
  store(tx: Queryable, acceptances: readonly Acceptance<Write>[]): Promise<readonly Stored[]>;
  /** Whether what a first try was to store, these writes, is there: it was stored as a whole or not at all. */
  isThere(db: Queryable, first: readonly Write[]): Promise<boolean>;
};

/**
 * One transaction for keys, operations, batches, records and lanes: a key without its operation cannot be. Where the
 * connection broke before the commit was sent it is simply done again; for a commit whose answer was lost see `repeat`.
 */
export function storeAcceptances<Write>(
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
    return repeat(pool, acceptances, answers, kind);
  });
}

/**
 * Stores the same again after a commit whose answer was lost, unless that has come through: its locks, or those of the
 * rows that it stored, let the repetition wait for one that is under way. A transaction is stored as a whole or not at
 * all, so what is there stands for the whole group, with the answers that it would have had.
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
        if (await kind.isThere(tx, first)) return answers;
        return storeReserved(tx, acceptances, states, kind);
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error) || !(await kind.isThere(pool, first))) throw error;
    return answers;
  }
}

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
