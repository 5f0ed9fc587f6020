import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { firstDue, moment } from './due-units.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
  await own.pool.query('CREATE TABLE unit (due_at timestamptz, lease_until timestamptz)');
});
afterAll(() => own.drop());

/** Due times and leases in seconds from now; returns seconds. */
async function dueIn(...units: (readonly [due: number | null, lease: number | null])[]) {
  await own.pool.query('DELETE FROM unit');
  await own.pool.query(
    `INSERT INTO unit SELECT now() + due * interval '1 s', now() + lease * interval '1 s'
     FROM unnest($1::int[], $2::int[]) AS given (due, lease)`,
    [units.map(([due]) => due), units.map(([, lease]) => lease)],
  );
  const { rows } = await own.pool.query<{ seconds: number | null }>(
    `WITH ${moment} SELECT round(extract(epoch FROM ${firstDue('unit WHERE true')} - now()) / 10)::int * 10 AS seconds`,
  );
  return rows[0]!.seconds;
}

test.each([
  ['nothing waits', [[null, null]], null],
  ['nothing waits, and a lease is left over', [[null, 900]], null],
  ['one is due and free', [[-100, null]], -100],
  ['the lease of one that is due has ended', [[-100, -50]], -100],
  [
    'all that is due is under way',
    [
      [-100, 300],
      [-90, 200],
    ],
    200,
  ],
  [
    'one is free beside those under way',
    [
      [-100, 300],
      [-90, null],
    ],
    -90,
  ],
  ['one is due later', [[100, null]], 100],
  [
    'one is due later than a lease ends',
    [
      [-100, 200],
      [300, null],
    ],
    200,
  ],
  [
    'one is due sooner than a lease ends',
    [
      [-100, 200],
      [100, null],
    ],
    100,
  ],
  ['one is due later and leased, as beside the release before', [[100, 300]], 100],
] as const)('a lane is due when its first unit may be taken: %s', async (_, units, seconds) => {
  expect(await dueIn(...units)).toBe(seconds);
});
