import type { Answer, Ask, QuotaRules, Report } from './core/quota.ts';

/** What is asked and told about one account at a time; a report counts before what is asked. */
export type Errand = { rules: QuotaRules; reports: readonly Report[]; ask?: Ask };

/** Where the state of accounts is kept: shared by all processes, or of this one. */
export type AccountCounters = {
  /** @throws when the counters cannot be reached. Undefined when nothing was asked. */
  run(account: string, errand: Errand): Promise<Answer | undefined>;
  close(): void;
};
