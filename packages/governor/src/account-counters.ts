import type { Answer, Ask, QuotaRules, Report } from './core/quota.ts';

/** What is asked and told about one account at a time; a report counts before what is asked. */
export type Errand = { rules: QuotaRules; reports: readonly Report[]; ask?: Ask };

/** The answer to what was asked, and whether the breaker turned by what was told. */
export type ErrandOutcome = { answer?: Answer; breaker?: BreakerTurn };
export type BreakerTurn = 'opened' | 'closed';

/** What is kept of one account cannot be used; the counters themselves work. */
export class AccountStateError extends Error {
  constructor(account: string, cause: Error) {
    super(`What is kept of the account ${account} cannot be used: ${cause.message}`, { cause });
    this.name = 'AccountStateError';
  }
}

/** Where the state of accounts is kept: shared by all processes, or of this one. */
export type AccountCounters = {
  /** @throws AccountStateError when only this account cannot be counted; anything else when the counters cannot be reached. */
  run(account: string, errand: Errand): Promise<ErrandOutcome>;
  close(): void;
};
