import { expect } from '@jest/globals';
import { nextDueOperations } from '../index.ts';
import {
  readAnnounced,
  readLaneDueAt,
  readOperations,
  readTakeableAt,
  type OperationRow,
} from './operation-rows.ts';
import type { AcceptedRecord, Claim, OperationWorld } from './operation-world.ts';

const isOpen = ({ status }: OperationRow): boolean => status === 'in_progress';

/** The invariants of docs/quality.md §2 that hold at each moment. @param fresh claims of the latest command */
export async function checkOperations(world: OperationWorld, fresh: readonly Claim[]): Promise<void> {
  const rows = await readOperations(world);
  checkRecords(world.records, rows);
  for (const row of rows) {
    checkCounts(row);
    checkClaims(world, row);
  }
  for (const row of rows.filter(({ stage }) => stage !== null)) checkBatch(row, world.records);
  checkOneOpenBatch(rows);
  checkEnds(world, rows, await readAnnounced(world));
  checkPositions(world.accepted, rows);
  checkLines(rows);
  checkTurns(rows, fresh);
  for (const laneId of world.lanes) await checkNextDue(world, laneId);
}

/** A lane and its row are due no later than its first operation. */
async function checkNextDue(world: OperationWorld, laneId: string): Promise<void> {
  const told = (await nextDueOperations(world.db.pool, [laneId])).get(laneId);
  const takeable = await readTakeableAt(world, laneId);
  if (!takeable) expect(told).toBeUndefined();
  else {
    const latest = Math.max(takeable.getTime(), Date.now());
    expect(told?.getTime()).toBeLessThanOrEqual(latest);
    expect((await readLaneDueAt(world, laneId))?.getTime()).toBeLessThanOrEqual(latest);
  }
}

/** Nothing is lost, and no record is in two operations. */
function checkRecords(accepted: readonly AcceptedRecord[], rows: readonly OperationRow[]): void {
  const stored = rows.flatMap(({ records }) => records.map(({ n }) => n)).toSorted((a, b) => a - b);
  expect(stored).toEqual(accepted.map(({ n }) => n));
}

function checkCounts(row: OperationRow): void {
  const count = (status: string) => row.records.filter((record) => record.status === status).length;
  expect(row.records.map(({ index }) => index)).toEqual(row.records.map((_, index) => index));
  expect({ ...row, records: row.record_count }).toMatchObject({
    records: row.records.length,
    succeeded: count('written'),
    failed: count('failed'),
    due: isOpen(row),
    ambiguous: row.ambiguous_record,
  });
  if (isOpen(row)) expect(count('pending')).toBeGreaterThan(0);
  else expect(count('pending')).toBe(0);
  if (!isOpen(row)) expect(row.status === 'success').toBe(row.succeeded > 0 && !row.cancelled);
}

/** Attempts count up by one; at most one settlement of each is applied, while it is the latest. */
function checkClaims(world: OperationWorld, row: OperationRow): void {
  const claims = world.claims
    .filter(({ operation }) => operation.id === row.id)
    .toSorted((a, b) => a.operation.attempt - b.operation.attempt);
  expect(claims.map(({ operation }) => operation.attempt)).toEqual(claims.map((_, index) => index + 1));
  expect(row.attempt).toBe(claims.length);
  const settled = [
    ...row.applied.map((number) => Math.floor(number / settlementsPerAttempt)),
    ...(row.simply_written ? [row.attempt] : []),
  ];
  expect(settled.toSorted((a, b) => a - b)).toEqual([...new Set(settled)].toSorted((a, b) => a - b));
  expect(row.unsent_attempts).toBe(row.applied.filter((number) => world.unsent.has(number)).length);
  claims.forEach(({ operation, leaseEndsAtMs, lost }, index) => {
    const wasSettled = settled.includes(operation.attempt);
    const next = claims[index + 1];
    if (!next) expect(row.claimed).toBe(!wasSettled && isOpen(row));
    else expect(next.operation.outcomeUnknown).toBe(!wasSettled);
    if (next && !wasSettled) expect(lost || performance.now() >= leaseEndsAtMs).toBe(true);
  });
}

/** A settlement's number contains its attempt. */
export const settlementsPerAttempt = 100_000;

/** 1 to 100 records; the first sets the delay, the longest deadline counts. */
function checkBatch(row: OperationRow, accepted: readonly AcceptedRecord[]): void {
  expect(row.record_count).toBeGreaterThanOrEqual(1);
  expect(row.record_count).toBeLessThanOrEqual(100);
  if (row.record_count === 100) expect(row.stage).toBe('executing');
  const records = row.records.map(({ n }) => accepted[n]!);
  expect(row.deadline_hours).toBe(Math.max(...records.map(({ deadlineHours }) => deadlineHours)));
  if (row.stage === 'accumulating') expect(row.due_after_minutes).toBeCloseTo(records[0]!.maxDelayMinutes!);
  expect(records.every(({ maxDelayMinutes }) => maxDelayMinutes !== undefined)).toBe(true);
}

function checkOneOpenBatch(rows: readonly OperationRow[]): void {
  const open = rows.filter(({ stage }) => stage === 'accumulating');
  expect(new Set(open.map((row) => `${row.installation_id} ${row.type}`)).size).toBe(open.length);
}

/** Each end is announced once, and never changes. */
function checkEnds(
  { ended }: OperationWorld,
  rows: readonly OperationRow[],
  announced: readonly string[],
): void {
  const now = rows.filter((row) => !isOpen(row));
  expect(announced.toSorted()).toEqual(now.map(({ id }) => id).toSorted());
  for (const { id, whole, records } of now) {
    const seen = JSON.stringify({ whole, records });
    expect(ended.get(id) ?? seen).toBe(seen);
    ended.set(id, seen);
  }
  expect([...ended.keys()].toSorted()).toEqual(now.map(({ id }) => id).toSorted());
}

/** Positions follow acceptance, in any order within a moment. */
function checkPositions(accepted: OperationWorld['accepted'], rows: readonly OperationRow[]): void {
  const places = new Map(rows.map(({ id, position }) => [id, position]));
  let last = 0;
  for (const ids of accepted) {
    const positions = ids.map((id) => places.get(id)!);
    if (positions.length > 0) expect(Math.min(...positions)).toBeGreaterThan(last);
    last = Math.max(last, ...positions);
  }
}

/** An operation waits exactly if an earlier unfinished write of its records exists. */
function checkLines(rows: readonly OperationRow[]): void {
  for (const row of rows) {
    const stands = isOpen(row) && row.stage !== 'accumulating';
    expect(row.order_keys).toBe(stands ? row.keys.length : 0);
    // Claimed while waiting: it is overdue, and ends.
    if (!stands || row.claimed) continue;
    const before = earlierWrites(row, rows).filter(isOpen);
    if (row.waiting_on === null) expect(before).toEqual([]);
    else expect(before.map(({ id }) => id)).toContain(row.waiting_on);
  }
}

/** An update or upsert is sent only if all earlier ones of its records have ended, and no attempt of them may run. */
function checkTurns(rows: readonly OperationRow[], fresh: readonly Claim[]): void {
  for (const { operation } of fresh) {
    const row = rows.find(({ id }) => id === operation.id)!;
    if (operation.msToDeadline > 0)
      expect(earlierWrites(row, rows).filter((one) => isOpen(one) || one.held)).toEqual([]);
  }
}

const earlierWrites = (row: OperationRow, rows: readonly OperationRow[]): OperationRow[] =>
  rows.filter(
    (other) =>
      other.stage !== 'accumulating' &&
      other.lane_id === row.lane_id &&
      other.position < row.position &&
      other.keys.some((key) => row.keys.includes(key)),
  );
