import { expect, test } from '@jest/globals';
import { parsePeriods } from '../measure/cpu-quota.ts';
import { boundOf, type Cell, type MeasuredCell, type Use } from './cell.ts';
import { gatewayGoals, tableOf, workerGoals } from './scale-report.ts';

const use = (changes: Partial<Use> = {}): Use => ({
  seconds: 10,
  cpu: { workers: 5, Postgres: 4, sandbox: 1 },
  machine: 0.5,
  others: 0,
  throttled: 0,
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
  const { rows, columns } = tableOf({ processes: 'workers', width: 'accounts', units: 'writes' }, cells);
  const named = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  expect(named).toMatchObject([
    { '/ N × one': 1, '/ 1 accounts': 1, 'CPU workers': 5 },
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
  expect(workerGoals(cells).map(({ name, met }) => [name, met])).toEqual([
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

test('periods of the kernel are summed up over processes', () => {
  expect(
    parsePeriods(['nr_periods 20\nnr_throttled 5\n', 'nr_periods 10\nnr_throttled 1\nnr_bursts 0']),
  ).toEqual({
    all: 30,
    throttled: 6,
  });
});
