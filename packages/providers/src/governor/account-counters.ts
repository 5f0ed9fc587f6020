import type { Answer, Ask, QuotaRules, Report } from './core/quota.ts';

/** What is asked and told about one account at a time; a report counts before what is asked. */
export type Errand = { rules: QuotaRules; reports: readonly Report[]; ask?: Ask };

/** The answer to what was asked, and whether the breaker turned by what was told. */
export type ErrandOutcome = { answer?: Answer; breaker?: BreakerTurn };
export type BreakerTurn = 'opened' | 'closed';

/** Where the state of accounts is kept: shared by all processes, or of this one. */
export type AccountCounters = {
  /** @throws when the counters cannot be reached. */
  run(account: string, errand: Errand): Promise<ErrandOutcome>;
  close(): void;
};
