import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type RecordOutcome } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import {
  claimOperations,
  settleOperations,
  unclaimOperations,
  type ClaimedOperation,
  type NewOperation,
  type Settlement,
} from '../index.ts';
import { anAnnouncement, anOperation } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 3 });
});
afterAll(() => db.close());

/** Claims return the places of operations that share a call. */
async function aLane(writes: readonly Partial<NewOperation>[]) {
  const target = anOperation();
  const { laneId } = target;
  const operations = writes.map((write): NewOperation => ({
    ...target,
    together: 100,
    ...write,
    id: newId(),
  }));
  await acceptOperations(db.pool, operations);
  const ids = operations.map(({ id }) => id);
  const placesOf = (claimed: readonly ClaimedOperation[]): number[][] =>
    [...Map.groupBy(claimed, ({ call }) => call).values()].map((own) => own.map(({ id }) => ids.indexOf(id)));
  const claimAll = (limit = 100, options: Parameters<typeof claimOperations>[3] = {}, leaseMs = 15_000) =>
    claimOperations(db.pool, [{ laneId, limit }], leaseMs, options);
  return {
    ids,
    claimAll,
    placesOf,
    claim: async (...claiming: Parameters<typeof claimAll>) => placesOf(await claimAll(...claiming)),
    set: (change: string, places: readonly number[]) =>
      db.pool.query(`UPDATE operation SET ${change} WHERE id = ANY ($1::uuid[])`, [
        places.map((at) => ids[at]),
      ]),
    togetherOf: async (place: number) => {
      const statement = 'SELECT together FROM operation WHERE id = $1';
      return (await db.pool.query<{ together: number | null }>(statement, [ids[place]])).rows[0]?.together;
    },
  };
}

const many = (count: number, write: Partial<NewOperation> = {}) =>
  Array<Partial<NewOperation>>(count).fill(write);
const settle = (...settlements: Settlement[]) => settleOperations(db.pool, settlements, anAnnouncement);
const settlementOf = (operation: ClaimedOperation, outcome: RecordOutcome): Settlement => ({
  operation,
  judgement: judgeAttempt(
    operation,
    { records: [outcome], errors: [] },
    { attempt: 1, msToDeadline: 60_000, random: 0 },
  ),
  log: { severity: 'INFO', msg: 'attempt' },
});
const locked: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'busy' }],
};

test('what may share a call is claimed as one, what may not as calls of its own', async () => {
  const update = { type: 'update' } as const;
  const ofRecord = (id: string) => ({ records: [{ id, fields: {} }] });
  const lane = await aLane([
    {},
    { together: undefined },
    { ...update, ...ofRecord('1') },
    {},
    { objectName: 'deals' },
    { connectionId: newId() },
    { ...update, records: [{ id: '2', fields: {}, ifEmpty: [] }] },
    { forwardHeaders: [{ key: 'x', value: '1' }] },
    { ...update, ...ofRecord('3') },
    { together: 10 },
    { together: undefined },
    { ...update, records: [{ id: '4', fields: {}, ifEmpty: ['city'] }] },
  ]);
  expect(await lane.claim()).toEqual([[0, 3], [1], [2, 8], [4], [5], [6, 11], [7], [9], [10]]);
});

test('the records of batches count, and a batch that does not fit begins the next call', async () => {
  const batchOf = (count: number): Partial<NewOperation> => ({
    type: 'update',
    form: 'batch',
    together: 10,
    records: Array.from({ length: count }, () => ({ id: newId(), fields: {} })),
  });
  const lane = await aLane([batchOf(6), batchOf(3), batchOf(1), batchOf(4), batchOf(7)]);
  const claimed = await lane.claimAll();
  expect(lane.placesOf(claimed)).toEqual([[0, 1, 2], [3], [4]]);
  // An unsettled call is halved.
  await lane.set("lease_until = now() - interval '1 s'", [0, 1, 2]);
  expect(await lane.claim()).toEqual([[0], [1, 2]]);
});

test('a call has no more operations than it may, and a claim no more calls than are wanted, those due first', async () => {
  const lane = await aLane([
    ...many(4, { together: 3 }),
    { together: undefined },
    ...many(4, { together: 3 }),
  ]);
  expect(await lane.claim(1)).toEqual([[0, 1, 2]]);
  expect(await lane.claim(2)).toEqual([[3, 5, 6], [4]]);
  expect(await lane.claim()).toEqual([[7, 8]]);
  expect(await lane.claim()).toEqual([]);
});

test('a lane whose calls had one operation lately is looked at less far', async () => {
  const lane = await aLane(many(250));
  expect((await lane.claim(2, { perCall: () => 1 })).map(({ length }) => length)).toEqual([100]);
  expect((await lane.claim(2, { perCall: () => 100 })).map(({ length }) => length)).toEqual([100, 50]);
});

test('calls of a share key have no more operations than it is bound to for now, and others as many as they may', async () => {
  const lane = await aLane([...many(3), { objectName: 'deals' }, { objectName: 'deals' }]);
  const { rows } = await db.pool.query<{ shareKey: string }>(
    'SELECT share_key AS "shareKey" FROM operation WHERE id = $1',
    [lane.ids[0]],
  );
  const claimed = await lane.claimAll(100, { bounds: rows.map((row) => ({ ...row, most: 2 })) });
  expect(claimed.map(({ call, together }) => [call, together])).toEqual(
    [1, 1, 2, 3, 3].map((call) => [call, 100]),
  );
});

test('one record is in a call once: later updates of it wait in line', async () => {
  const update = { type: 'update', records: [{ id: '7', fields: { city: 'Ulm' } }] } as const;
  const lane = await aLane([update, update, { ...update, records: [{ id: '8', fields: {} }] }]);
  expect(await lane.claim()).toEqual([[0, 2]]);
});

test('a call stops at its bytes', async () => {
  const lane = await aLane(many(5));
  await lane.set('record_bytes = 2 * 1024 * 1024', [0, 1, 2]);
  expect(await lane.claim()).toEqual([[0, 1], [2], [3, 4]]);
});

test('a process that does not gather claims each operation as a call, and changes nothing for others', async () => {
  const lane = await aLane(many(3));
  const claimed = await lane.claimAll(2, { gathers: false });
  expect(claimed.map(({ call, together }) => [call, together])).toEqual([
    [1, 100],
    [2, 100],
  ]);
  await unclaimOperations(db.pool, claimed);
  expect(await lane.claim()).toEqual([[0, 1, 2]]);
});

test('what a dead process had in one call goes next in calls of half as many', async () => {
  const updates = await aLane(
    Array.from({ length: 5 }, (_, at) => ({ type: 'update', records: [{ id: `${at}`, fields: {} }] })),
  );
  expect(await updates.claim(100, {}, 0)).toEqual([[0, 1, 2, 3, 4]]);
  expect(await updates.claim(100, {}, 0)).toEqual([[0, 1], [2, 3], [4]]);
  expect(await updates.claim(100, {}, 0)).toEqual([[0], [1], [2], [3], [4]]);
});

test('creates in doubt share calls only with each other', async () => {
  const lane = await aLane(many(9));
  await lane.set(
    'claimed = true, attempt = 1, together = 4, first_attempt_at = clock_timestamp()',
    [0, 3, 4],
  );
  await lane.set('ambiguous = true, together = 2', [1, 7]);
  await lane.set(
    `due_at = clock_timestamp()`,
    Array.from({ length: 9 }, (_, at) => at),
  );
  const claimed = await lane.claimAll();
  const callOf = (place: number) => claimed.find(({ id }) => id === lane.ids[place])?.call;
  const calls = Map.groupBy(lane.ids.keys(), callOf);
  expect([...calls.values()]).toEqual([[0, 1], [2, 5, 6, 8], [3, 4], [7]]);
});

test('how many may go together is what a settlement says, else as before; what is given back may be told otherwise', async () => {
  const lane = await aLane(many(4));
  const [smaller, same, back, half] = await lane.claimAll();
  if (!smaller || !same || !back || !half) throw new Error('nothing was due');
  expect(await lane.togetherOf(0)).toBe(4);
  await settle({ ...settlementOf(smaller, locked), together: 2 }, settlementOf(same, locked));
  await unclaimOperations(db.pool, [back, { ...half, together: 7 }]);
  expect(await Promise.all([0, 1, 2, 3].map(lane.togetherOf))).toEqual([2, 100, 100, 7]);
  await lane.set('due_at = clock_timestamp()', [0, 1, 2, 3]);
  expect(await lane.claim()).toEqual([[0], [1, 2], [3]]);
});

test('what another process takes meanwhile is passed over, and nothing is claimed twice', async () => {
  const lane = await aLane(many(300, { together: 10 }));
  const claims = await Promise.all(Array.from({ length: 3 }, () => lane.claimAll()));
  const claimed = claims.flat().map(({ id }) => id);
  expect(new Set(claimed).size).toBe(claimed.length);
  for (let rest = await lane.claimAll(); rest.length > 0; rest = await lane.claimAll())
    claimed.push(...rest.map(({ id }) => id));
  expect(claimed.toSorted()).toEqual(lane.ids.toSorted());
});

test('what the release before accepted goes alone', async () => {
  const lane = await aLane(many(3));
  await lane.set('share_key = NULL, together = NULL', [0, 1, 2]);
  expect(await lane.claim()).toEqual([[0], [1], [2]]);
  expect(await lane.togetherOf(0)).toBeNull();
});
