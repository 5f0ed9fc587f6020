import type { CallEnd } from '@writ/providers';

/** Why an account counts as away: the status of its answer, or words if there was none. */
export type OutageCause = { status?: number; said: string };

/** One report and question about an account. Calls and unused permits count before the ask. */
export type Errand = {
  rules: QuotaRules;
  /** In the order in which they ended. */
  calls: readonly EndedCall[];
  /** Permits without a call. */
  unused: readonly string[];
  ask?: Ask;
};

/** The provider has counted the call by its end. */
export type EndedCall = {
  /** Absent: the call needed none. */
  permitId?: string;
  write: WriteName;
  begunAtMs: number;
  endedAtMs: number;
  end: CallEnd;
};

/** Names a write, since an outage is several writes that fail. A function is called only after a failure. */
export type WriteName = string | (() => string);

export type Ask = {
  synchronous: boolean;
  /** At least one; fewer may be granted. */
  wanted: number;
  /** How long a synchronous call may wait for its permit's start. */
  maxWaitMs: number;
  /**
   * Other writes may share these calls: while the account is short of calls, they begin one by one and
   * evenly.
   */
  isSpaced?: boolean;
  /** How long the answer may take to arrive; 0 by default. Permits stay valid for so much longer. */
  wayMs?: number;
};

/** The right to begin one call in this time. */
export type Permit = { id: string; startAtMs: number; endAtMs: number };

export type Answer =
  | {
      kind: 'granted';
      permits: readonly Permit[];
      /** Report ended calls within this time. Reporting earlier costs more than it gains. */
      tellWithinMs: number;
      /** Half of the places are free: nobody waits for one. */
      isRoomy: boolean;
      /** The account has no window: calls need no permit for this long. */
      freeForMs?: number;
    }
  /**
   * Asking again before `waitMs` is useless. `isSpaced`: there is quota, and the call only keeps its
   * distance.
   */
  | { kind: 'denied'; reason: WaitReason; waitMs: number; last?: OutageCause; isSpaced?: true };

/** Why no call may begin: the quota is used, or the account does not answer. */
export type WaitReason = 'quota' | 'outage';

export type Outcome = { answer?: Answer; breaker?: BreakerChange };
export type BreakerChange = 'opened' | 'closed';

/** A provider's limit on calls that begin within any `windowMs`. */
export type WindowLimit = { limit: number; windowMs: number };

/** How much of an account's quota Writ uses, and the quota assumed until the provider's answers name it. */
export type QuotaRules = {
  /** Absent if unknown. */
  window?: WindowLimit;
  /** Part of the window's limit, above 0 to 1; the rest is left to the account's other clients. */
  share: number;
  /** Part of `share` kept for synchronous calls; 0 to below 1. */
  synchronousShare: number;
  /** Part of a day's calls at which asynchronous work stops; above 0 to 1. */
  asynchronousDailyShare: number;
  breaker: BreakerRules;
};

export type BreakerRules = {
  /** Different writes that must fail in a row: one bad record is not an outage. */
  writes: number;
  /** The first rest; it doubles after each failed probe. */
  firstMs: number;
  longestMs: number;
  /** How long to wait at least for a probe's end. */
  probeMs: number;
};
