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

/** Why no call may begin now: the account's quota, or the account does not answer. */
export type WaitReason = 'quota' | 'outage';

/** Asks for leave to begin calls. */
export type Ask = {
  synchronous: boolean;
  /** How many calls; fewer may be granted. */
  wanted: number;
  /** The longest that a synchronous call waits for its turn. */
  maxWaitMs: number;
};

/** Leave to begin one call, from `startInMs` on and for `validMs` from then. */
export type Leave = { id: string; startInMs: number; validMs: number };

export type Answer =
  /** `freeForMs`: there is no window; for so long calls may begin without asking, and have no place to report. */
  | { kind: 'granted'; leaves: readonly Leave[]; freeForMs?: number }
  /** Asking before `waitMs` are over is of no use. */
  | { kind: 'denied'; reason: WaitReason; waitMs: number };

/** What became of calls, told after them. Times are ages: how long ago it was when the report left its process. */
export type Report = {
  /** Calls that are over. The provider had counted them by then. */
  ended: readonly { id: string; agoMs: number }[];
  /** Leaves that were not used. */
  unused: readonly string[];
  /** What the latest answer said of the window; `begunAgoMs` is when its request left. */
  window?: WindowLimit & { remaining: number; begunAgoMs: number };
  /** Successes since the last answer that told of a window. */
  silent: number;
  daily?: { limit: number; remaining: number };
  /** The provider refused a call for its quota: nobody calls before that. */
  closedForMs?: number;
  /** The provider answered something, if only a refusal. */
  reached: boolean;
  /** The writes whose calls found the provider away, since it was reached last. */
  failed: readonly string[];
  /** How long it asked not to be called again. */
  awayForMs?: number;
};
