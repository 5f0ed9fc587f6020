import { expect } from '@jest/globals';
import type { AccountCounters } from '../account-counters.ts';
import type { Answer, Ask, QuotaRules, Report } from '../core/quota.ts';

export type Subject = {
  name: string;
  open: () => { counters: AccountCounters; passMs: (ms: number) => Promise<void> };
};

export const rules: QuotaRules = {
  window: { limit: 10, windowMs: 100_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 0.5,
  breaker: { writes: 2, firstMs: 100_000, longestMs: 400_000, probeMs: 100_000 },
};
const nothing: Report = { ended: [], unused: [], silent: 0, reached: false, failed: [] };
export const later = (wanted: number): Ask => ({ synchronous: false, wanted, maxWaitMs: 0 });
export const atOnce = (maxWaitMs = 5_000): Ask => ({ synchronous: true, wanted: 1, maxWaitMs });

let number = 0;

/** An account of its own at counters of their own. */
export function anAccount(open: Subject['open']) {
  const { counters, passMs } = open();
  const key = `account-${(number += 1)}`;
  const errand = (reports: readonly Partial<Report>[], ask?: Ask, more: Partial<QuotaRules> = {}) =>
    counters.run(key, {
      rules: { ...rules, ...more },
      reports: reports.map((report) => ({ ...nothing, ...report })),
      ...(ask && { ask }),
    });
  const run = async (...given: Parameters<typeof errand>) => (await errand(...given)).answer;
  return { errand, run, passMs };
}

export const startsOf = (answer: Answer | undefined): number[] =>
  answer?.kind === 'granted' ? answer.leaves.map(({ startInMs }) => startInMs) : [];
export const idsOf = (answer: Answer | undefined): string[] =>
  answer?.kind === 'granted' ? answer.leaves.map(({ id }) => id) : [];
export const waitOf = (answer: Answer | undefined): number => (answer?.kind === 'denied' ? answer.waitMs : 0);
/** Time goes on between two questions, where it cannot be held. */
export const expectAbout = (value: number, ms: number): void => {
  expect(value).toBeGreaterThanOrEqual(ms - 30_000);
  expect(value).toBeLessThanOrEqual(ms + 1);
};
