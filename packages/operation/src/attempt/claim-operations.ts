import { arraysOf, noPlansKept, type KeptPlans, type Queryable } from '@writ/db';
import type { Wanted } from '@writ/lanes';
import type { ClaimedOperation, PendingRecord, RecordRow } from '../operation.ts';
import { plannedRecord, type StoredPlan } from '../record-columns.ts';
import { dueSql, overdueSql } from './claim-statement.ts';

/**
 * Due operations of a lane that a claim reads to find those that share calls. Fewer if operations go alone: a
 * thousand rows cost more than claiming a few.
 */
const lookedAt = { most: 1_000, least: 100, perWanted: 4 };

type Row = Omit<ClaimedOperation, 'pending' | 'writtenBefore'> &
  StoredPlan &
  Pick<RecordRow, 'index' | 'ambiguous' | 'forwardHeaders' | 'errors'> & {
    sharedHeaders: RecordRow['forwardHeaders'];
    writtenBefore: ClaimedOperation['writtenBefore'] | null;
  };

/**
 * Claims due operations of up to `limit` provider calls per unpaused lane, by due time, with at most an auto
 * batch's bytes per lane (but at least one operation): counts the attempts and leases them for `leaseMs` of
 * database time. Durable when it resolves; skips operations being claimed.
 * @param options.gathers false: no operations share a call
 * @param options.bounds records per call of a share key for now
 * @param options.perCall operations per recent call of the lane
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

export const mostInAnyCall = 200;

/** Claims overdue operations, also of paused lanes. At most 10,000 records per lane. */
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
  /** `look`: operations to read. */
  wanted: readonly (Wanted & { look: number })[];
  leaseMs: number;
  plans: KeptPlans;
  mostInCall: number;
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

/** Whether an unsettled attempt may have sent something. An attempt after the deadline sends nothing. */
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
