import { expect } from '@jest/globals';
import type { Answer, Ask, QuotaRules } from '../core/errand.ts';
import type { AccountStates } from '../states/account-states.ts';
import { endedCalls, type EndedTestCall } from './ended-calls.ts';

export type Subject = {
  name: string;
  open: () => { states: AccountStates; nowMs: () => number; passMs: (ms: number) => Promise<void> };
};

export const rules: QuotaRules = {
  window: { limit: 10, windowMs: 100_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 0.5,
  breaker: { writes: 2, restMs: 100_000, probeMs: 100_000 },
};
export const later = (wanted: number): Ask => ({ synchronous: false, wanted, maxWaitMs: 0 });
export const atOnce = (maxWaitMs = 5_000): Ask => ({ synchronous: true, wanted: 1, maxWaitMs });

let number = 0;

export function anAccount(open: Subject['open']) {
  const { states, nowMs, passMs } = open();
  const key = `account-${(number += 1)}`;
  type More = Partial<QuotaRules> & { unused?: readonly string[] };
  const errand = (calls: readonly EndedTestCall[], ask?: Ask, { unused = [], ...more }: More = {}) =>
    states.run(key, {
      rules: { ...rules, ...more },
      calls: endedCalls(calls, nowMs()),
      unused,
      ...(ask && { ask }),
    });
  const run = async (...given: Parameters<typeof errand>) => (await errand(...given)).answer;
  /** In ms from now. */
  const starts = async (...given: Parameters<typeof errand>): Promise<number[]> => {
    const answer = await run(...given);
    const permits = answer?.kind === 'granted' ? answer.permits : [];
    return permits.map(({ startAtMs }) => Math.max(0, startAtMs - nowMs()));
  };
  /** After a rest of a few ms. */
  const whenOpen = async (ask: Ask, more?: More): Promise<Answer> => {
    for (;;) {
      const answer = await run([], ask, more);
      if (answer?.kind === 'granted') return answer;
      await passMs(1);
    }
  };
  return { errand, run, starts, whenOpen, look: () => states.look(key) };
}

export const idsOf = (answer: Answer | undefined): string[] =>
  answer?.kind === 'granted' ? answer.permits.map(({ id }) => id) : [];
export const waitOf = (answer: Answer | undefined): number => (answer?.kind === 'denied' ? answer.waitMs : 0);
/** Real time passes between questions. */
export const expectAbout = (value: number, ms: number): void => {
  expect(value).toBeGreaterThanOrEqual(ms - 30_000);
  expect(value).toBeLessThanOrEqual(ms + 100);
};
