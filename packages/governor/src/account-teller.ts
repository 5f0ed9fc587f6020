import type { AccountCounters, ErrandOutcome } from './account-counters.ts';
import type { Ask, QuotaRules } from './core/quota.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import { reportBook, type ReportBook } from './report-book.ts';

/** Runs the errands of one account: what was gathered is told with the next question, or when its time has come. */
export type AccountTeller = {
  book: ReportBook;
  run(ask?: Ask): Promise<ErrandOutcome>;
  /** What was gathered is told within this time, at the latest. */
  tellWithin(delayMs: number): void;
  /** Tells what is left. */
  flush(): Promise<void>;
};

type Telling = {
  key: string;
  provider: string;
  rules: QuotaRules;
  counters: AccountCounters;
  counts: Pick<GovernorCounts, 'turned'>;
};

export function accountTeller({ key, provider, rules, counters, counts }: Telling): AccountTeller {
  const book = reportBook();
  let timer: { dueAtMs: number; timeout: NodeJS.Timeout } | undefined;
  let telling: Promise<unknown> = Promise.resolve();

  const run = async (ask?: Ask): Promise<ErrandOutcome> => {
    clearTimeout(timer?.timeout);
    timer = undefined;
    const reports = book.isEmpty() ? [] : [book.take(performance.now())];
    const outcome = await counters.run(key, { rules, reports, ...(ask && { ask }) });
    if (outcome.breaker) counts.turned(provider, outcome.breaker);
    return outcome;
  };
  const tell = (): void => {
    timer = undefined;
    telling = book.isEmpty() ? telling : run();
  };
  return {
    book,
    run,
    tellWithin: (delayMs: number): void => {
      const dueAtMs = performance.now() + delayMs;
      if (timer && timer.dueAtMs <= dueAtMs) return;
      clearTimeout(timer?.timeout);
      timer = undefined;
      if (delayMs === 0) tell();
      else timer = { dueAtMs, timeout: setTimeout(tell, delayMs) };
    },
    flush: async (): Promise<void> => {
      await telling;
      if (!book.isEmpty()) await run();
    },
  };
}
