import { median } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BacklogCase } from '../choices.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { atMost, type Figure, type Goal } from '../report/report.ts';
import type { CallSummary } from './calls.ts';
import { fullCalls, type Badness, type QuotaUse, type Work } from './work.ts';

export type MeasuredWork = Work &
  CallSummary & {
    /** From acceptance to end. */
    latency: LatencySummary;
    workerMb: number;
    /** Calls for each update until one wrote it. */
    later: { median: number; most: number };
    check: Verdict;
  };

export type Case = {
  works: (size: number) => Work[];
  goals: (measured: readonly MeasuredWork[]) => Goal[];
  figures?: (measured: readonly MeasuredWork[]) => Figure[];
};

const updates = { provider: 'hubspot', type: 'update', accounts: 1, use: 'none' } as const;
const creates = { ...updates, type: 'create' } as const;

const steadyPerSecond = 50;
const steadyMostSeconds = 120;
const writesOfAccount = 100;
const dayPerSecond = 3;
/** Enough for three of five writes alone. */
const dayShare = 0.6;
const loneTurns = 5;
const loneSeconds = 20;
const large = { moreBytes: 83_000, records: 500 };

const windowRules: Readonly<Record<Exclude<QuotaUse, 'none'>, { limit: number; spareSeconds: number }>> = {
  whole: { limit: 110, spareSeconds: 2 },
  share: { limit: 89, spareSeconds: 3 },
};
const windowSeconds = 10;

export const backlogCases: Readonly<Record<BacklogCase, Case>> = {
  updates: {
    works: (records) => [
      { ...updates, records, use: 'whole', title: 'updates, whole window' },
      { ...updates, records, use: 'share', title: 'updates, default share' },
      { ...updates, records, title: 'updates, no quota' },
    ],
    goals: (measured) => measured.flatMap((work) => [fewCalls(work), ...soon(work)]),
  },
  creates: {
    works: (records) => [
      { ...creates, records, use: 'whole', title: 'creates, whole window' },
      { ...creates, records, use: 'share', title: 'creates, default share' },
    ],
    goals: (measured) => measured.flatMap((work) => [fewCalls(work), ...soon(work)]),
  },
  salesforce: {
    works: (records) => [{ ...creates, provider: 'salesforce', records, title: 'Salesforce creates' }],
    goals: (measured) => measured.map(fewCalls),
  },
  'bad-named': {
    works: (records) => [
      bad(records, 100, 'email', '1 % bad creates, named by trace id'),
      bad(records, 100, 'option', '1 % bad updates, named by field and value'),
    ],
    goals: (measured) => measured.map(timesFullCalls(3)),
  },
  'bad-anonymous': {
    works: (records) => [bad(records, 100, 'anonymous', '1 % bad updates, anonymous')],
    goals: (measured) => measured.map(timesFullCalls(15)),
  },
  conflict: {
    works: (records) => [
      bad(records, 10, 'taken', '10 % conflicts of creates'),
      bad(records, 10, 'anonymousConflict', '10 % conflicts of updates, anonymous'),
    ],
    goals: (measured) =>
      measured.map((work) =>
        atMost(`${work.title}: calls/record`, work.calls / work.records, conflicts(work)),
      ),
  },
  'all-bad': {
    works: (records) => [bad(records, 1, 'anonymous', 'all bad, anonymous')],
    goals: (measured) =>
      measured.map(({ title, calls, records }) => atMost(`${title}: calls`, calls, records + 200)),
  },
  alternating: {
    works: (records) => [bad(records, 2, 'anonymous', 'good and bad in turn, anonymous')],
    goals: (measured) =>
      measured.map(({ title, calls, records }) => atMost(`${title}: calls`, calls, 1.05 * records + 10)),
  },
  'many-accounts': {
    works: (size) => {
      const accounts = Math.max(1, Math.round(size / writesOfAccount));
      const many = { ...creates, accounts, records: accounts * writesOfAccount };
      const title = `${accounts} accounts × ${writesOfAccount}`;
      return [
        { ...many, title: `${title}, no quota` },
        { ...many, use: 'share', title: `${title}, default share` },
      ];
    },
    goals: (measured) => {
      const [free, held] = measured;
      const slower = free && held ? held.seconds / free.seconds : Infinity;
      return [...measured.map(fewCalls), atMost('many accounts: time with a quota / without', slower, 1.1)];
    },
  },
  steady: {
    works: (size) => {
      const seconds = Math.min(steadyMostSeconds, Math.ceil(size / steadyPerSecond));
      const title = `${steadyPerSecond}/s for ${seconds} s, default share`;
      const records = steadyPerSecond * seconds;
      return [{ ...updates, records, use: 'share', perSecond: steadyPerSecond, title }];
    },
    goals: (measured) =>
      measured.flatMap(({ latency, longestGapSeconds }) => [
        atMost('steady: p99 from accepted to written, ms', latency.p99Ms, 1_000),
        atMost('steady: longest time without a write, s', longestGapSeconds, 1),
      ]),
    figures: (measured) =>
      measured.flatMap(({ latency: { p50Ms, p99Ms, maxMs } }) => [
        { name: 'steady, accepted to written: p50', value: p50Ms, unit: 'ms' },
        { name: 'steady, accepted to written: p99', value: p99Ms, unit: 'ms' },
        { name: 'steady, accepted to written: longest', value: maxMs, unit: 'ms' },
      ]),
  },
  day: {
    works: (size) => {
      const seconds = Math.min(steadyMostSeconds, Math.ceil(size / dayPerSecond));
      const records = dayPerSecond * seconds;
      const dayLimit = Math.ceil(dayShare * records);
      const title = `${dayPerSecond}/s for ${seconds} s, ${dayLimit} calls a day`;
      return [{ ...updates, records, use: 'share', perSecond: dayPerSecond, dayLimit, title }];
    },
    goals: (measured) =>
      measured.flatMap(({ calls, dayLimit = 0, tooMany }) => [
        atMost('day: calls / those of a day', calls / dayLimit, 0.9),
        atMost('day: answered 429', tooMany, 0),
      ]),
  },
  lone: {
    works: () =>
      Array.from({ length: loneTurns }, (_, turn): Work[] => {
        const lone = { ...updates, records: loneSeconds, use: 'share', perSecond: 1 } as const;
        return [
          { ...lone, title: `1/s, turn ${turn + 1}` },
          { ...lone, alone: true, title: `1/s without gathering, turn ${turn + 1}` },
        ];
      }).flat(),
    goals: (measured) => {
      const p50Of = (works: readonly MeasuredWork[]) => median(works.map(({ latency }) => latency.p50Ms));
      const [gathering, alone] = [
        measured.filter((work) => !work.alone),
        measured.filter((work) => work.alone),
      ];
      return [atMost('lone: p50 with gathering / without', p50Of(gathering) / p50Of(alone), 1.1)];
    },
    figures: (measured) =>
      measured.map(({ title, latency }) => ({ name: `${title}: p50`, value: latency.p50Ms, unit: 'ms' })),
  },
  memory: {
    works: () => [{ ...updates, ...large, title: `${large.records} updates of 84 kB` }],
    goals: (measured) => measured.map(({ workerMb }) => atMost("memory: the worker's, MB", workerMb, 400)),
  },
  neighbour: {
    works: () => [
      bad(100, 100, 'option', '1 bad of 100, named by field and value'),
      bad(100, 100, 'anonymous', '1 bad of 100, anonymous'),
    ],
    goals: ([named, anonymous]) => [
      atMost('the last neighbour of a named bad record: calls later', named?.later.most ?? Infinity, 3),
      atMost(
        'half of the neighbours of an anonymous one: calls later',
        anonymous?.later.median ?? Infinity,
        3,
      ),
    ],
    figures: (measured) =>
      measured.map(({ title, later: { most } }) => ({
        name: `${title}: the last good one is written`,
        value: most,
        unit: 'calls later',
      })),
  },
};

const conflicts = ({ type }: Work): number => (type === 'create' ? 0.02 : 0.7);

const bad = (records: number, every: number, how: Badness, title: string): Work => ({
  ...(how === 'email' || how === 'taken' ? creates : updates),
  records,
  bad: { every, how },
  title,
});

/** For a look-up and the first, smaller calls. */
const spareShare = 0.03;
const leastSpareCalls = 3;

const fewCalls = (work: MeasuredWork): Goal => {
  const full = fullCalls(work);
  return atMost(`${work.title}: calls`, work.calls, full + Math.max(leastSpareCalls, spareShare * full));
};

const timesFullCalls =
  (most: number) =>
  (work: MeasuredWork): Goal =>
    atMost(`${work.title}: calls / those of all good`, work.calls / fullCalls(work), most);

/** Full calls come in bursts of a window's limit; the first does not wait. */
function soon(work: MeasuredWork): Goal[] {
  if (work.use === 'none') return [];
  const { limit, spareSeconds } = windowRules[work.use];
  const waits = Math.ceil(fullCalls(work) / limit) - 1;
  return [atMost(`${work.title}: seconds`, work.seconds, waits * windowSeconds + spareSeconds)];
}
