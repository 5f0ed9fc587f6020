import { CommitUnknownError, inTransaction, isUniqueViolation, newId, type Queryable } from '@writ/db';
import { providerLane, touchLanes } from '@writ/lanes';
import {
  acceptWrites,
  areStored,
  batchLimits,
  pointKeys,
  reserveKeys,
  type BatchedWrite,
  type BatchLimits,
  type KeyedRequest,
  type KeyState,
  type NewOperation,
} from '@writ/operation';
import type { Pool } from 'pg';
import { keptHoursAfterDeadline } from '../idempotency/keyed-request.ts';
import { storeOnceMore, undeadlocked } from './store-once-more.ts';
import { idsOf, lanesOf, toStored, type Stored } from './stored.ts';

/** A write that is to be accepted: as an operation of its own, or as a record of an auto batch. */
export type Acceptance = { keyed: KeyedRequest | undefined } & (
  { operation: NewOperation } | { batched: BatchedWrite }
);

/** What became of it: stored, or what is known of its key instead. */
export type Accepted = Stored | Exclude<KeyState, { kind: 'reserved' }>;

/**
 * One transaction for keys, operations, batches, records and lanes: a key without its operation cannot be. Where the
 * connection broke before the commit was sent it is simply done again; for a commit whose answer was lost see `repeat`.
 */
export async function storeAcceptances(
  pool: Pool,
  acceptances: readonly Acceptance[],
  limits: BatchLimits = batchLimits,
): Promise<readonly Accepted[]> {
  let answers: readonly Accepted[] = [];
  const store = () =>
    undeadlocked(() =>
      inTransaction(pool, async (tx) => {
        const states = await reserveFor(tx, acceptances);
        answers = await storeReserved(tx, acceptances, states, limits);
        return answers;
      }),
    );
  return storeOnceMore(store, (broken) =>
    broken instanceof CommitUnknownError ? repeat(pool, acceptances, { broken, answers, limits }) : store(),
  );
}

/**
 * Finds out by storing the same again whether a commit whose answer was lost has come through: Postgres lets the
 * repetition wait for one that is under way. A transaction is stored as a whole or not at all, and the id of an operation
 * is nobody else's; so one that is there stands for the whole group, with the answers that it would have had. Of a key
 * that leads to a batch this can be said for its own request only, and of a record in a batch without a key not at all.
 */
async function repeat(
  pool: Pool,
  acceptances: readonly Acceptance[],
  first: { broken: CommitUnknownError; answers: readonly Accepted[]; limits: BatchLimits },
): Promise<readonly Accepted[]> {
  const { broken, answers, limits } = first;
  const alone = acceptances.flatMap((acceptance, index) =>
    'operation' in acceptance && answers[index]?.kind === 'stored' ? [acceptance.operation] : [],
  );
  if (alone.length === 0 && acceptances.some(({ keyed }) => !keyed)) throw broken;
  try {
    return await undeadlocked(() =>
      inTransaction(pool, async (tx) => {
        const states = await reserveFor(tx, acceptances);
        const stored = answers.map((answer, index) => isSame(answer, states[index]));
        if (acceptances.some((acceptance, index) => 'operation' in acceptance && stored[index]))
          return answers;
        const again = await storeReserved(tx, acceptances, states, limits);
        return again.map((answer, index) => (stored[index] ? (answers[index] ?? answer) : answer));
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error) || alone.length === 0 || !(await areStored(pool, alone))) throw error;
    return answers;
  }
}

/** The key leads to what the first try has made. */
const isSame = (answer: Accepted, state: KeyState | undefined): boolean =>
  answer.kind === 'stored' && state?.kind === 'accepted' && state.operationId === answer.operationId;

async function storeReserved(
  tx: Queryable,
  acceptances: readonly Acceptance[],
  states: readonly Reserved[],
  limits: BatchLimits,
): Promise<readonly Accepted[]> {
  const reserved = acceptances.filter((_, index) => states[index]?.kind === 'reserved');
  const stored = reserved.length > 0 ? await store(tx, reserved, limits) : new Map<Acceptance, Stored>();
  return acceptances.map((acceptance, index) => stored.get(acceptance) ?? known(states[index], stored));
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
  limits: BatchLimits,
): Promise<ReadonlyMap<Acceptance, Stored>> {
  const alone = acceptances.flatMap((acceptance) => ('operation' in acceptance ? [acceptance] : []));
  const waiting = acceptances.flatMap((acceptance) => ('batched' in acceptance ? [acceptance] : []));
  const places = await acceptWrites(
    tx,
    alone.map(({ operation }) => operation),
    waiting.map(({ batched }) => batched),
    limits,
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
          toStored(place?.operationId ?? '', dueOf(acceptance.batched, place?.runs ? 'already' : 'later')),
        ] as const,
    ),
  ]);
}
