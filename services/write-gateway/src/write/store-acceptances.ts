import { inTransaction, newId, wasRolledBack, type Queryable } from '@writ/db';
import { providerLane, touchLanes } from '@writ/lanes';
import {
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

/** What became of it: stored as this operation, or what is known of its key instead. */
export type Accepted = { kind: 'stored'; operationId: string } | Exclude<KeyState, { kind: 'reserved' }>;

const triesAfterDeadlock = 3;

/**
 * One transaction for keys, operations, batches, records and lanes: a key without its operation cannot be. One that
 * Postgres undid to end a deadlock is done again: nothing of it was stored.
 */
export async function storeAcceptances(
  pool: Pool,
  acceptances: readonly Acceptance[],
): Promise<readonly Accepted[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await storeOnce(pool, acceptances);
    } catch (error) {
      if (!wasRolledBack(error) || tries === triesAfterDeadlock) throw error;
    }
  }
}

function storeOnce(pool: Pool, acceptances: readonly Acceptance[]): Promise<readonly Accepted[]> {
  return inTransaction(pool, async (tx) => {
    const states = await reserveFor(tx, acceptances);
    const stored = acceptances.filter((_, index) => states[index]?.kind === 'reserved');
    const operationIds = stored.length > 0 ? await store(tx, stored) : new Map<Acceptance, string>();
    return acceptances.map((acceptance, index) => {
      const operationId = operationIds.get(acceptance);
      return operationId === undefined ? known(states[index], operationIds) : { kind: 'stored', operationId };
    });
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
function known(state: Reserved | undefined, operationIds: ReadonlyMap<Acceptance, string>): Accepted {
  if (!state || state.kind === 'reserved') throw new Error('An accepted write was not stored');
  const operationId = state.first && operationIds.get(state.first);
  return operationId === undefined ? state : { kind: 'accepted', operationId };
}

async function store(
  tx: Queryable,
  acceptances: readonly Acceptance[],
): Promise<ReadonlyMap<Acceptance, string>> {
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
  await touchLanes(tx, [
    ...alone.map(({ operation }) => providerLane(operation)),
    ...batches.map(({ acceptance, place }) => ({
      ...providerLane(acceptance.batched),
      ...(place?.dueAt && { dueAt: place.dueAt }),
    })),
  ]);
  return new Map<Acceptance, string>([
    ...alone.map((acceptance) => [acceptance, acceptance.operation.id] as const),
    ...batches.map(({ acceptance, place }) => [acceptance, place?.operationId ?? ''] as const),
  ]);
}
