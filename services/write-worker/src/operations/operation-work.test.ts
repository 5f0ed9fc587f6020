import { expect, test } from '@jest/globals';
import type { Governor } from '@writ/governor';
import { batchLimits, type ClaimedOperation, type Settlement } from '@writ/operation';
import { aClaimedOperation } from '@writ/operation/testing';
import { judgeAttempt } from '@writ/write-core';
import type { Pool } from 'pg';
import { operationWork } from './operation-work.ts';
import type { SettleAttempts } from './settle-attempts.ts';
import { toCall, type WriteCall } from './write-call.ts';

type Answer = () => Promise<{ rows: { id: string; kind: string; name: string }[] }>;

/** Answers lanes in turn, and is away afterwards. */
const poolOf = (...answers: Answer[]): Pool =>
  ({
    query: () => (answers.shift() ?? cut)(),
  }) as unknown as Pool;
const cut: Answer = () => Promise.reject(new Error('connection cut'));
const lanes =
  (...ids: string[]): Answer =>
  () =>
    Promise.resolve({ rows: ids.map((id) => ({ id, kind: 'provider', name: 'hubspot acme' })) });

/** Grants everything, and records what is returned. */
function grantingGovernor() {
  const back: [string, number][] = [];
  const governor: Pick<Governor, 'permits' | 'giveBack'> = {
    permits: (_, wanted) => Promise.resolve({ kind: 'granted', units: wanted }),
    giveBack: ({ key }, units) => void back.push([key, units]),
  };
  return { governor, back };
}

const unbounded = { room: () => Infinity };
const gathering = { gathers: true, sizes: { of: () => [] }, inFlight: unbounded };

test('permits of a claim that fails are given back', async () => {
  const { governor, back } = grantingGovernor();
  const work = operationWork({
    pool: poolOf(lanes('lane')),
    findInstallation: () => Promise.resolve(undefined),
    ...gathering,
    claimDue: () => Promise.reject(new Error('connection cut')),
    governor,
    perform: () => Promise.reject(new Error('nothing was claimed')),
    settle: () => Promise.resolve([]),
  });
  await expect(work.claim([{ laneId: 'lane', limit: 5 }], 15_000)).rejects.toThrow('connection cut');
  expect(back).toEqual([['lane', 5]]);
});

test('permits of what is given back are given back, lane by lane, also when the database is away', async () => {
  const { governor, back } = grantingGovernor();
  const work = operationWork({
    pool: poolOf(lanes('a', 'b')),
    findInstallation: () => Promise.resolve(undefined),
    ...gathering,
    claimDue: () => Promise.resolve(new Map()),
    governor,
    perform: () => Promise.reject(new Error('nothing is performed')),
    settle: () => Promise.resolve([]),
  });
  const units = ['a', 'b', 'a'].map((laneId) => toCall(laneId, [aClaimedOperation({ laneId })]));
  await expect(work.unclaim(units)).rejects.toThrow('connection cut');
  expect(back).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('permits of a lane whose provider cannot be looked up are left to end: what was claimed with them goes its way', async () => {
  const { governor, back } = grantingGovernor();
  const unit = toCall('lane', [aClaimedOperation({ laneId: 'lane' })]);
  const work = operationWork({
    pool: poolOf(cut, lanes('lane')),
    findInstallation: () => Promise.resolve(undefined),
    ...gathering,
    claimDue: () => Promise.resolve(new Map([['lane', [unit]]])),
    governor,
    perform: () => Promise.reject(new Error('nothing is performed')),
    settle: () => Promise.resolve([]),
  });
  const claimOf = (limit: number) => work.claim([{ laneId: 'lane', limit }], 15_000);
  expect((await claimOf(4)).get('lane')).toEqual([unit]);
  expect((await claimOf(3)).get('lane')).toEqual([unit]);
  expect(back).toEqual([['lane', 2]]);
});

test('of a lane no more is claimed while what is held of it has the bytes of two batches', async () => {
  const large = { bytes: batchLimits.bytes };
  const units = ['a', 'a', 'a', 'b'].map((laneId) =>
    toCall(laneId, [aClaimedOperation({ laneId, ...large })]),
  );
  const work = operationWork({
    pool: poolOf(lanes('a', 'b')),
    findInstallation: () => Promise.resolve(undefined),
    ...gathering,
    claimDue: () => Promise.resolve(Map.groupBy(units, ({ laneId }) => laneId)),
    governor: grantingGovernor().governor,
    perform: () => Promise.reject(new Error('a bug')),
    settle: () => Promise.resolve([]),
  });
  const leave = async (laneId: string) => (await work.permits?.(laneId, 5))?.kind;
  const wanted = ['a', 'b'].map((laneId) => ({ laneId, limit: 5 }));
  const claimed = (await work.claim(wanted, 15_000)).get('a');
  const [first, second, third] = claimed && 'length' in claimed ? claimed : [];
  expect(await leave('a')).toBe('busy');
  expect(await leave('b')).toBe('granted');
  expect(work.mayHaveLeft?.([first!])).toBe(true);
  expect(work.mayHaveLeft?.([toCall('a', [aClaimedOperation(), aClaimedOperation()])])).toBe(false);

  const lease = { remainingMs: () => 0, heldMs: () => 0, signal: new AbortController().signal };
  await expect(work.perform(first!, lease)).rejects.toThrow('a bug');
  expect(await leave('a')).toBe('busy');
  await expect(work.unclaim([second!])).rejects.toThrow('connection cut');
  expect(await leave('a')).toBe('granted');
  await expect(work.perform(third!, lease)).rejects.toThrow('a bug');
  expect(await leave('a')).toBe('granted');
});

test('while creates that nothing could find again fill the lane, it is busy; a call that found no room returns its permit', async () => {
  const { governor, back } = grantingGovernor();
  let room = 0;
  const work = operationWork({
    pool: poolOf(lanes('lane')),
    findInstallation: () => Promise.resolve(undefined),
    ...gathering,
    inFlight: { room: () => room },
    claimDue: () => Promise.resolve(new Map()),
    governor,
    perform: () => Promise.resolve({ settlements: [], hasGivenBack: true, isRefused: true }),
    settle: () => Promise.resolve([]),
  });
  expect(await work.permits?.('lane', 24)).toEqual({ kind: 'busy' });
  room = 2;
  expect(await work.permits?.('lane', 24)).toEqual({ kind: 'granted', units: 2 });
  const lease = { remainingMs: () => 0, heldMs: () => 0, signal: new AbortController().signal };
  await work.perform(toCall('lane', [aClaimedOperation()]), lease);
  expect(back).toEqual([['lane', 1]]);
});

const workOn = (query: (...asked: unknown[]) => Promise<unknown>, settle: SettleAttempts) =>
  operationWork({
    pool: { query } as unknown as Pool,
    findInstallation: () => Promise.resolve(undefined),
    ...gathering,
    claimDue: () => Promise.resolve(new Map()),
    governor: grantingGovernor().governor,
    perform: () => Promise.reject(new Error('nothing is performed')),
    settle,
  });

test('a call goes on while one of its operations is held, and knows which are lost', async () => {
  const [kept, gone, other] = [aClaimedOperation(), aClaimedOperation(), aClaimedOperation()];
  const rows = [{ id: kept.id, attempt: kept.attempt }];
  const work = workOn(
    () => Promise.resolve({ rows }),
    () => Promise.resolve([]),
  );
  const [half, lost] = [toCall('a', [kept, gone]), toCall('a', [other])];
  expect(await work.renew([half, lost], 15_000)).toEqual(new Set([half]));
  expect([half.lost, lost.lost]).toEqual([new Set([gone]), new Set([other])]);
});

test('what a call has given back is not renewed: another worker may hold it with the same attempt number', async () => {
  const [kept, given] = [aClaimedOperation(), aClaimedOperation()];
  const asked: unknown[] = [];
  const work = workOn(
    (_sql, values) => {
      asked.push(values);
      return Promise.resolve({ rows: [kept, given].map(({ id, attempt }) => ({ id, attempt })) });
    },
    () => Promise.resolve([]),
  );
  const call = toCall('a', [kept, given]);
  call.lost.add(given);
  expect(await work.renew([call], 15_000)).toEqual(new Set([call]));
  expect(asked).toEqual([[[kept.projectId], [kept.id], [kept.attempt], 15_000]]);
});

const settlementOf = (): Settlement => {
  const operation = aClaimedOperation();
  const outcome = { records: [{ kind: 'written', recordId: '1' } as const], errors: [] };
  return {
    operation,
    judgement: judgeAttempt(operation, outcome, { attempt: 1, msToDeadline: 1, random: 0 }),
  };
};
const unit = toCall('lane', []);

test('many settlements are stored in parts; lanes are told in which something is due, or was given back', async () => {
  const sizes: number[] = [];
  const work = workOn(cut, (settlements) => {
    sizes.push(settlements.length);
    return Promise.resolve(['other']);
  });
  const settlements = Array.from({ length: 700 }, settlementOf);
  expect(await work.settle([{ unit, outcome: { settlements, hasGivenBack: true } }])).toEqual([
    'lane',
    'other',
  ]);
  expect(sizes).toEqual([500, 200]);
  expect(
    await work.settle([{ unit, outcome: { settlements: settlements.slice(1, 2), hasGivenBack: false } }]),
  ).toEqual(['other']);
});

test('lanes of what was stored are told although the rest is stored only by another try', async () => {
  const given = [['a'], undefined, [], ['b']];
  const work = workOn(cut, () => {
    const due = given.shift();
    return due ? Promise.resolve(due) : Promise.reject(new Error('connection cut'));
  });
  const done = [
    { unit, outcome: { settlements: Array.from({ length: 700 }, settlementOf), hasGivenBack: false } },
  ];
  await expect(work.settle(done)).rejects.toThrow('connection cut');
  expect(await work.settle(done)).toEqual(['a', 'b']);
  expect(await work.settle([])).toEqual([]);
});

test('a call counts for the operations of which it has an outcome', () => {
  const work = workOn(cut, () => Promise.resolve([]));
  const settlements = [settlementOf(), settlementOf(), settlementOf()];
  expect(work.countOf?.(callOf(5), { settlements, hasGivenBack: true })).toBe(3);
});

test('what cannot be stored of one operation of a call keeps no other from being stored', async () => {
  const [first, bad, last] = [settlementOf(), settlementOf(), settlementOf()];
  const stored: Settlement[][] = [];
  const refusal = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  const work = workOn(cut, (settlements) => {
    if (settlements.length > 1 && settlements.includes(bad)) return Promise.reject(refusal);
    stored.push([...settlements]);
    return Promise.resolve([]);
  });
  const done = (...settlements: Settlement[]) => ({ unit, outcome: { settlements, hasGivenBack: false } });
  await work.settle([done(first, bad, last)]);
  expect(stored).toEqual([[first], [bad], [last]]);
  // The caller identifies the one.
  await expect(work.settle([done(first), done(bad, last)])).rejects.toThrow('invalid byte sequence');
});

const callOf = (count: number, more: Partial<ClaimedOperation> = {}) =>
  toCall(
    'lane',
    Array.from({ length: count }, () => aClaimedOperation({ shareKey: 'key', together: 100, ...more })),
  );

test.each<[string, WriteCall[], boolean]>([
  ['nothing', [], true],
  ['a write that later ones could have joined', [callOf(1)], true],
  ['a call that is nearly full', [callOf(99)], true],
  ['a full call', [callOf(100)], false],
  ['calls of which most are full', [callOf(100), callOf(3), callOf(100)], false],
  ['calls of which most have room', [callOf(100), callOf(3), callOf(4)], true],
  [
    'writes that go alone',
    [callOf(1, { shareKey: null, together: null }), callOf(1, { together: 1 })],
    false,
  ],
  ['a call with many bytes', [callOf(2, { bytes: 1024 * 1024 })], false],
  ['a call of the size for now', [callOf(25, { shareKey: 'smaller' })], false],
])('after a claim of %s it is known whether the next calls are spaced', async (_, calls, isSpaced) => {
  const asked: unknown[] = [];
  const workIn = (gathers: boolean) =>
    operationWork({
      pool: poolOf(lanes('lane')),
      findInstallation: () => Promise.resolve(undefined),
      gathers,
      sizes: { of: () => [{ shareKey: 'smaller', most: 25 }] },
      inFlight: unbounded,
      claimDue: () => Promise.resolve(new Map([['lane', calls]])),
      governor: {
        permits: (_account, _wanted, options) => {
          asked.push(options);
          return Promise.resolve({ kind: 'busy' });
        },
        giveBack: () => undefined,
      },
      perform: () => Promise.reject(new Error('nothing is performed')),
      settle: () => Promise.resolve([]),
    });
  for (const work of [workIn(true), workIn(false)]) {
    await work.permits?.('lane', 5);
    await work.claim([{ laneId: 'lane', limit: 5 }], 15_000);
    await work.permits?.('lane', 5);
  }
  expect(asked).toEqual([true, isSpaced, false, false].map((one) => ({ isSpaced: one })));
});
