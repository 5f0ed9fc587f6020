import { inOneStatement, inTransaction, newId, wasRolledBack, type Queryable } from '@writ/db';
import { laneTouch, providerLane, touchLanes, type LaneTouch, type TouchedLane } from '@writ/lanes';
import {
  acceptCreates,
  acceptWrites,
  pointKeys,
  reserveKeys,
  type BatchedWrite,
  type KeyedRequest,
  type KeyState,
  type NewOperation,
} from '@writ/operation';
import type { Pool } from 'pg';
import { keptHoursAfterDeadline } from '../idempotency/keyed-request.ts';

/** A write that is to be accepted: as an operation of its own, or as a record of an auto batch. */
export type Acceptance = { keyed: KeyedRequest | undefined } & (
  { operation: NewOperation } | { batched: BatchedWrite }
);

/**
 * What became of it: stored as this operation, or what is known of its key instead. `due` tells whether its lane has to be
 * woken: it was not due before (`anew`), it was due already, so that somebody has woken it (`already`), or the write
 * waits for others in a batch that is known to the lane (`later`).
 */
export type Accepted = Stored | Exclude<KeyState, { kind: 'reserved' }>;
export type Stored = { kind: 'stored'; operationId: string; due: 'anew' | 'already' | 'later' };

const triesAfterDeadlock = 3;

/** Stores creates that have no key and stand for themselves, as most writes do: operations, records and lanes in one statement. */
export const storeCreates = (pool: Pool, operations: readonly NewOperation[]): Promise<readonly Stored[]> =>
  undeadlocked(async () => {
    const touched = await inOneStatement(pool, (db) =>
      acceptCreates<TouchedLane>(db, operations, laneTouch(lanesOf(operations))),
    );
    const anew = idsOf(touched);
    return operations.map(({ id, laneId }) => toStored(id, anew.has(laneId) ? 'anew' : 'already'));
  });

/** One transaction for keys, operations, batches, records and lanes: a key without its operation cannot be. */
export const storeAcceptances = (
  pool: Pool,
  acceptances: readonly Acceptance[],
): Promise<readonly Accepted[]> => undeadlocked(() => storeOnce(pool, acceptances));

/** What Postgres undid to end a deadlock is done again: nothing of it was stored. */
async function undeadlocked<T>(store: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (!wasRolledBack(error) || tries === triesAfterDeadlock) throw error;
    }
  }
}

/** The lanes of operations, each once: its id is made of its account with a hash. */
const lanesOf = (operations: readonly NewOperation[]): LaneTouch[] =>
  [...new Map(operations.map((operation) => [operation.laneId, operation])).values()].map(providerLane);
const idsOf = (lanes: readonly TouchedLane[]): ReadonlySet<string> => new Set(lanes.map(({ id }) => id));
const toStored = (operationId: string, due: Stored['due']): Stored => ({ kind: 'stored', operationId, due });

function storeOnce(pool: Pool, acceptances: readonly Acceptance[]): Promise<readonly Accepted[]> {
  return inTransaction(pool, async (tx) => {
    const states = await reserveFor(tx, acceptances);
    const reserved = acceptances.filter((_, index) => states[index]?.kind === 'reserved');
    const stored = reserved.length > 0 ? await store(tx, reserved) : new Map<Acceptance, Stored>();
    return acceptances.map((acceptance, index) => stored.get(acceptance) ?? known(states[index], stored));
  });
}

/** How long a write may be under way: a batch may collect for a day, and be retried as long as another record asks. */
const longestHours = (acceptance: Acceptance): number =>
  'operation' in acceptance ? acceptance.operation.deadlineHours : 24 + 48;

type Reserved = KeyState & { first?: Acceptance };

/** Who may go on: those without a key, and the first with theirs. */
async function reserveFor(tx: Queryable, acceptances: readonly Acceptance[]): Promise<readonly Reserved[]> {
  const states: Reserved[] = acceptances.map(() => ({ kind: 'reserved' }));
  const wishes = acceptances.flatMap((acceptance, index) => {
    if (!acceptance.keyed) return [];
    const keptHours = longestHours(acceptance) + keptHoursAfterDeadline;
    // Which batch a record goes into is not known yet: its key is pointed at the batch before the commit.
    const operationId = 'operation' in acceptance ? acceptance.operation.id : newId();
    return [{ index, acceptance, operationId, reservation: { ...acceptance.keyed, operationId, keptHours } }];
  });
  if (wishes.length === 0) return states;
  const reserved = await reserveKeys(
    tx,
    wishes.map(({ reservation }) => reservation),
  );
  const byId = new Map(wishes.map(({ operationId, acceptance }) => [operationId, acceptance]));
  for (const [place, { index }] of wishes.entries()) {
    const state = reserved[place] ?? { kind: 'running' };
    const first = state.kind === 'accepted' ? byId.get(state.operationId) : undefined;
    states[index] = first ? { ...state, first } : state;
  }
  return states;
}

/** A repetition in the same group is told where the first one went. */
function known(state: Reserved | undefined, stored: ReadonlyMap<Acceptance, Stored>): Accepted {
  if (!state || state.kind === 'reserved') throw new Error('An accepted write was not stored');
  const first = state.first && stored.get(state.first);
  return first === undefined ? state : { kind: 'accepted', operationId: first.operationId };
}

async function store(
  tx: Queryable,
  acceptances: readonly Acceptance[],
): Promise<ReadonlyMap<Acceptance, Stored>> {
  const alone = acceptances.flatMap((acceptance) => ('operation' in acceptance ? [acceptance] : []));
  const waiting = acceptances.flatMap((acceptance) => ('batched' in acceptance ? [acceptance] : []));
  const places = await acceptWrites(
    tx,
    alone.map(({ operation }) => operation),
    waiting.map(({ batched }) => batched),
  );
  const batches = waiting.map((acceptance, index) => ({ acceptance, place: places[index] }));
  await pointKeys(
    tx,
    batches.flatMap(({ acceptance: { keyed }, place }) =>
      keyed && place ? [{ keyed, operationId: place.operationId }] : [],
    ),
  );
  const touched = await touchLanes(tx, [
    ...lanesOf(alone.map(({ operation }) => operation)),
    ...batches.map(({ acceptance, place }) => ({
      ...providerLane(acceptance.batched),
      ...(place?.dueAt && { dueAt: place.dueAt }),
    })),
  ]);
  const anew = idsOf(touched);
  const dueOf = ({ laneId }: { laneId: string }, otherwise: 'already' | 'later') =>
    anew.has(laneId) ? 'anew' : otherwise;
  return new Map<Acceptance, Stored>([
    ...alone.map(
      (acceptance) =>
        [acceptance, toStored(acceptance.operation.id, dueOf(acceptance.operation, 'already'))] as const,
    ),
    ...batches.map(
      ({ acceptance, place }) =>
        [
          acceptance,
          toStored(place?.operationId ?? '', dueOf(acceptance.batched, place?.full ? 'already' : 'later')),
        ] as const,
    ),
  ]);
}
