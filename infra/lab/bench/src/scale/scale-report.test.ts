import { expect, test } from '@jest/globals';
import { parsePeriods } from '../measure/cpu-quota.ts';
import { boundOf, ofMedianRounds, type Cell, type MeasuredCell } from './cell.ts';
import { sharesOf } from './shares.ts';
import { gatewayGoals, statementsOf, tablesOf, drainGoals } from './scale-report.ts';
import type { Use } from './watch-cell.ts';

const use = (changes: Partial<Use> = {}): Use => ({
  seconds: 10,
  cpu: { workers: 5, Postgres: 4, sandbox: 1 },
  machine: 0.5,
  others: 0,
  throttled: 0,
  postgres: { statements: [], commits: 200, waits: [], busySessions: 0 },
  ...changes,
});

const measured = (
  cell: Partial<Cell>,
  perSecond: number,
  changes: Partial<MeasuredCell> = {},
): MeasuredCell => ({
  processes: 1,
  width: 1,
  share: 0.25,
  ...cell,
  units: 1_000,
  perSecond,
  use: use(),
  bound: 'share',
  checks: [],
  ...changes,
});

test.each([
  ['share', use({ throttled: 0.95, machine: 1 })],
  ['Postgres', use({ machine: 0.95, cpu: { workers: 3, Postgres: 9 } })],
  ['machine', use({ machine: 0.95 })],
  ['sandbox', use({ throttled: 0.95, cpu: { sandbox: 9.5 } })],
  ['thread', use({ cpu: { workers: 19 } })],
  ['waits', use()],
])('a cell is bound by %s', (bound, used) => {
  expect(boundOf({ processes: 2, share: 0.25 }, used, 'workers')).toBe(bound);
});

test('a rate stands beside that of one process and of one account; costs are of a thousand', () => {
  const cells = [measured({}, 100), measured({ processes: 2 }, 150), measured({ width: 200 }, 80)];
  const [table] = tablesOf({ processes: 'workers', width: 'accounts', units: 'writes' }, cells);
  const rows = table?.rows.map((row) =>
    Object.fromEntries(table.columns.map((column, at) => [column, row[at]])),
  );
  expect(rows).toMatchObject([
    { '/ N × one': 1, '/ 1 accounts': 1, 'CPU workers': 5, commits: 200 },
    { '/ N × one': 0.75, '/ 1 accounts': 1 },
    { '/ N × one': 1, '/ 1 accounts': 0.8 },
  ]);
});

test('goals are of many accounts beside one, and of more workers where the machine has cores for them', () => {
  const cells = [
    measured({}, 100),
    measured({ width: 200 }, 80),
    measured({ processes: 2 }, 190),
    measured({ processes: 4 }, 300, { bound: 'Postgres' }),
    measured({ share: undefined }, 400),
    measured({ processes: 2, share: undefined }, 396),
  ];
  expect(drainGoals('worker', 'account')(cells).map(({ name, met }) => [name, met])).toEqual([
    ['1 × 200, share 0.25: rate / one account', false],
    ['2 × 1, share 0.25: rate / 2 × one worker', true],
    ['2 × 1, share none: rate / one worker', true],
  ]);
});

test('the goal of gateways is of two that are held', () => {
  const cells = [
    measured({}, 100),
    measured({ processes: 2 }, 120),
    measured({ share: undefined }, 400),
    measured({ processes: 2, share: undefined }, 400),
  ];
  expect(gatewayGoals(cells)).toMatchObject([{ value: 1.2, least: 1.5, met: false }]);
});

test('statements that only begin or end a transaction are none', () => {
  const statement = (query: string, calls: number) => ({ query, calls, totalMs: 1 });
  expect(statementsOf([statement('BEGIN', 7), statement('COMMIT', 7), statement('SELECT 1', 5)])).toBe(5);
});

test('what was counted under one name is one share', () => {
  const seen = [
    { name: 'CPU', count: 1 },
    { name: 'Lock:tuple', count: 2 },
    { name: 'CPU', count: 5 },
  ];
  expect(sharesOf(seen)).toEqual([
    { name: 'CPU', share: 0.75 },
    { name: 'Lock:tuple', share: 0.25 },
  ]);
  expect(sharesOf([])).toEqual([]);
});

test('periods of the kernel are summed up over processes', () => {
  expect(
    parsePeriods(['nr_periods 20\nnr_throttled 5\n', 'nr_periods 10\nnr_throttled 1\nnr_bursts 0']),
  ).toEqual({
    all: 30,
    throttled: 6,
  });
});

test('a cell of several rounds is that of its median rate, with what any of them found wrong', () => {
  const check = (name: string, holds: boolean) => ({ name, holds, detail: name });
  const rounds = [
    measured({}, 900, { checks: [check('slow', true)] }),
    measured({ width: 200 }, 700),
    measured({}, 1_200, { checks: [check('lost', false), check('fast', true)] }),
    measured({ width: 200 }, 600),
    measured({}, 1_000, { checks: [check('middle', true)] }),
  ];

  expect(ofMedianRounds(rounds)).toEqual([
    measured({}, 1_000, { checks: [check('middle', true), check('lost', false)] }),
    measured({ width: 200 }, 700),
  ]);
});
