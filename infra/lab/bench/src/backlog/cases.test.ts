import { expect, test } from '@jest/globals';
import { backlogFindings } from '../benchmarks/backlog.ts';
import { backlogCaseNames, type BacklogCase } from '../choices.ts';
import { bodiesOf } from './bodies.ts';
import { backlogCases, type MeasuredWork } from './cases.ts';
import { isBad, type Work } from './work.ts';

const latency = { p50Ms: 100, p99Ms: 900, maxMs: 950 };

/** Results as if measured. */
const came = (work: Work, more: Partial<MeasuredWork>): MeasuredWork => ({
  ...work,
  calls: 0,
  tooMany: 0,
  changes: work.records,
  seconds: 1,
  longestGapSeconds: 0.1,
  latency,
  workerMb: 300,
  later: { median: 0, most: 0 },
  check: { what: work.title, holds: true, detail: '' },
  ...more,
});

const goalsOf = (name: BacklogCase, size: number, more: Partial<MeasuredWork> = {}) =>
  backlogCases[name].goals(backlogCases[name].works(size).map((work) => came(work, more)));

test.each<[BacklogCase, number[]]>([
  ['updates', [206, 12, 206, 23, 206]],
  ['creates', [206, 12, 206, 23]],
  ['salesforce', [103]],
  ['bad-named', [3, 3]],
  ['bad-anonymous', [15]],
  ['conflict', [0.02, 0.7]],
  ['all-bad', [20_200]],
  ['alternating', [21_010]],
  ['many-accounts', [206, 206, 1.1]],
  ['steady', [1_000, 1]],
  ['day', [0.9, 0]],
  ['lone', [1.1]],
  ['memory', [400]],
  ['neighbour', [3, 3]],
])('at full size the goals of %s are those of the page', (name, bounds) => {
  expect(goalsOf(name, 20_000).map(({ most }) => most)).toEqual(bounds);
});

test.each<[BacklogCase, Partial<MeasuredWork>, number[]]>([
  ['bad-named', { calls: 50 }, [2.5, 2.5]],
  ['conflict', { calls: 500 }, [0.25, 0.25]],
  ['many-accounts', { seconds: 3, calls: 20 }, [20, 20, 1]],
  ['steady', { longestGapSeconds: 7 }, [900, 7]],
  ['day', { calls: 108, tooMany: 2 }, [0.5, 2]],
  ['lone', {}, [1]],
  ['memory', { workerMb: 250 }, [250]],
  ['neighbour', { later: { median: 2, most: 9 } }, [9, 2]],
])('the goals of %s compare what was measured', (name, more, values) => {
  expect(goalsOf(name, 2_000, more).map(({ value }) => value)).toEqual(values);
});

test('a small run may take a few calls more than the fullest', () => {
  expect(goalsOf('salesforce', 200).map(({ most }) => most)).toEqual([4]);
});

test.each(backlogCaseNames)('each work of %s has a title of its own, and whole records', (name) => {
  const works = backlogCases[name].works(200);
  expect(new Set(works.map(({ title }) => title)).size).toBe(works.length);
  for (const { records, accounts } of works) expect(records % accounts).toBe(0);
});

test('accounts take the writes in turn, and bad records stand at the numbers that are divided', () => {
  const accounts = ['a', 'b'].map((account) => ({ account, groupRef: account }));
  const [many] = backlogCases['many-accounts'].works(200);
  if (!many) throw new Error('There is no work');
  expect(bodiesOf(many, accounts).map((body) => JSON.parse(body) as object)).toMatchObject([
    { groupRef: 'a', type: 'create', mode: 'asynchronous' },
    { groupRef: 'b', record: { email: 'n-{n}@bench.example' } },
  ]);
  const [alternating] = backlogCases.alternating.works(200);
  if (!alternating) throw new Error('There is no work');
  const bodies = bodiesOf(alternating, accounts.slice(0, 1));
  expect(bodies.map((body) => body.includes('refused'))).toEqual([true, false]);
  expect([1000, 1001, 1002].map((number) => isBad(alternating, number))).toEqual([true, false, true]);
});

test('a report has a row and a check for each work', () => {
  const works = backlogCases.updates.works(100).map((work) => came(work, { calls: 25 }));
  const { tables = [], checks, goals } = backlogFindings(100, new Map([['updates', works]]));
  expect(tables[0]?.rows).toHaveLength(3);
  expect(tables[0]?.rows[0]).toEqual(['updates, whole window', 100, 25, 0.25, 1, 0, 0.1]);
  expect(checks.map(({ what }) => what)).toEqual(works.map(({ title }) => title));
  expect(goals.filter(({ met }) => !met)).toHaveLength(3);
});
