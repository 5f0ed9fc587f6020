import { expect, test } from '@jest/globals';
import { errorOf, needOf, works, type Cost, type UnitCosts } from './model.ts';

const nothing: Cost = { cpuMs: {}, rows: 0, commits: 0, walBytes: 0, restBytes: 0 };
const costs = (changes: Partial<UnitCosts>): UnitCosts => ({
  ...(Object.fromEntries(works.map((work) => [work, nothing])) as UnitCosts),
  ...changes,
});

test('costs add up over the kinds of work, each times its rate', () => {
  const write = {
    cpuMs: { Postgres: 2, 'write-worker': 1 },
    rows: 3,
    commits: 0.1,
    walBytes: 5_000,
    restBytes: 4_000,
  };
  const delivery = { cpuMs: { Postgres: 1 }, rows: 2, commits: 0.5, walBytes: 1_000, restBytes: 1_000 };
  const need = needOf(costs({ asynchronous: write, delivery }), { asynchronous: 1_000, delivery: 2_000 });
  expect(need.cores).toMatchObject({ Postgres: 4, 'write-worker': 1, 'write-gateway': 0 });
  expect(need).toMatchObject({ rowsPerSecond: 7_000, commitsPerSecond: 1_100, walMbPerSecond: 7 });
  expect(need.restGbPerDay).toBeCloseTo(518.4);
});

test('an error is a share of what was measured', () => {
  expect(errorOf(8, 10)).toBeCloseTo(0.2);
  expect(errorOf(13, 10)).toBeCloseTo(0.3);
});
