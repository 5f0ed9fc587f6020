/** A provider's limit on calls that begin within any `windowMs`. */
export type WindowLimit = { limit: number; windowMs: number };

/** How much of an account's quota is used, and what is assumed of it until the provider's answers tell. */
export type QuotaRules = {
  /** Absent: none that is known. */
  window?: WindowLimit;
  /** Of a window's limit, from above 0 to 1; the rest is left to the account's other clients. */
  share: number;
  /** Of that share, what asynchronous work never takes; from 0 to below 1. */
  synchronousShare: number;
  /** Of the calls of a day, from above 0 to 1: asynchronous work stops there. */
  asynchronousDailyShare: number;
  breaker: BreakerRules;
};

export type BreakerRules = {
  /** So many writes that failed in a row, each of them another one, open it: a bad record is not an outage. */
  writes: number;
  /** How long it stays open at first; twice as long after each probe that fails. */
  firstMs: number;
  longestMs: number;
  /** How long a probe is waited for at least, before another one may find out. */
  probeMs: number;
};
