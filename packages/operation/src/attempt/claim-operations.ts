import { arraysOf, noPlansKept, type KeptPlans, type Queryable } from '@writ/db';
import type { Wanted } from '@writ/lanes';
import type { ClaimedOperation, PendingRecord, RecordRow } from '../operation.ts';
import { plannedRecord, type StoredPlan } from '../record-columns.ts';
import { dueSql, overdueSql } from './claim-statement.ts';

/**
 * As many due operations of a lane as a claim looks at, to find those that share calls. A lane whose operations went alone
 * lately is looked at less far: reading a thousand rows for the few that are taken costs more than their claim.
 */
const lookedAt = { most: 1_000, least: 100, perWanted: 4 };

/** A record of an operation, beside what the operation itself tells. */
type Row = Omit<ClaimedOperation, 'pending' | 'writtenBefore'> &
  StoredPlan &
  Pick<RecordRow, 'index' | 'ambiguous' | 'forwardHeaders' | 'errors'> & {
    sharedHeaders: RecordRow['forwardHeaders'];
    writtenBefore: ClaimedOperation['writtenBefore'] | null;
  };

/**
 * Takes the due operations of up to `limit` provider calls of each of these different lanes that no operator has paused, in the
 * order in which they became due, and of a lane no more than have the bytes of one auto batch together, but one at least: counts
 * the attempt and leases each for `leaseMs` in database time. Durable when it resolves; what somebody else is taking is passed
 * over.
 *
 * @param options.gathers false: each operation has a call of its own
 * @param options.bounds how many records a call of these share keys has for now, at most
 * @param options.perCall how many operations a call of the lane had lately
 */
export const claimOperations = (
  db: Queryable,
  wanted: readonly Wanted[],
  leaseMs: number,
  {
    plans = noPlansKept,
    gathers = true,
    bounds = [],
    perCall = () => Infinity,
  }: {
    plans?: KeptPlans | undefined;
    gathers?: boolean;
    bounds?: readonly { shareKey: string; most: number }[];
    perCall?: (laneId: string) => number;
  } = {},
): Promise<readonly ClaimedOperation[]> => {
  const { most, least, perWanted } = lookedAt;
  const lookOf = ({ laneId, limit }: Wanted): number =>
    Math.min(most, Math.max(least, Math.ceil(perWanted * limit * perCall(laneId))));
  const looking = wanted.map((lane) => ({ ...lane, look: gathers ? lookOf(lane) : lane.limit }));
  return claim(db, dueSql, {
    wanted: looking,
    leaseMs,
    plans,
    mostInCall: gathers ? mostInAnyCall : 1,
    more: arraysOf(bounds, 'shareKey', 'most'),
  });
};

/** As many records as any provider takes in one call. */
export const mostInAnyCall = 200;

/**
 * Takes, in the same way, operations whose deadline has passed, also of paused lanes: by their due times it may not be their turn
 * for long. Those of a lane have no more than 10,000 records together.
 */
export const claimOverdueOperations = (
  db: Queryable,
  wanted: readonly Wanted[],
  leaseMs: number,
): Promise<readonly ClaimedOperation[]> =>
  claim(db, overdueSql, {
    wanted: wanted.map((lane) => ({ ...lane, look: lane.limit })),
    leaseMs,
    plans: noPlansKept,
    mostInCall: 1,
  });

type Claiming = {
  /** `look`: how many due operations of the lane are looked at. */
  wanted: readonly (Wanted & { look: number })[];
  leaseMs: number;
  plans: KeptPlans;
  mostInCall: number;
  /** Further values of the statement. */
  more?: readonly unknown[];
};

async function claim(
  db: Queryable,
  text: string,
  { wanted, leaseMs, plans, mostInCall, more = [] }: Claiming,
): Promise<readonly ClaimedOperation[]> {
  const [lanes, limits, looks] = arraysOf(wanted, 'laneId', 'limit', 'look');
  const mostRows = Math.max(...wanted.map(({ look }) => look));
  const values = [lanes, limits, leaseMs, mostRows, mostInCall, looks, ...more];
  const { rows } = await db.query<Row>(plans.named({ text, values }));
  const operations = new Map<string, ClaimedOperation & { pending: PendingRecord[] }>();
  for (const row of rows) {
    const known = operations.get(row.id);
    if (known) known.pending.push(toPending(row));
    else
      operations.set(row.id, { ...row, writtenBefore: row.writtenBefore ?? [], pending: [toPending(row)] });
  }
  return [...operations.values()];
}

/**
 * Whether an earlier attempt that nobody settled may have sent something. One that begins after the deadline sends nothing;
 * `msSinceFirstAttempt` is that of the first one that may have written.
 */
export const mayHaveSent = ({
  outcomeUnknown,
  msSinceFirstAttempt,
  msToDeadline,
}: Pick<ClaimedOperation, 'outcomeUnknown' | 'msSinceFirstAttempt' | 'msToDeadline'>): boolean =>
  outcomeUnknown && msSinceFirstAttempt + msToDeadline > 0;

const toPending = (row: Row): PendingRecord => ({
  index: row.index,
  planned: plannedRecord(row),
  inDoubt: row.type === 'create' && (mayHaveSent(row) || row.ambiguous),
  forwardHeaders: row.forwardHeaders ?? row.sharedHeaders ?? [],
  ...(row.errors && { errors: row.errors }),
});
