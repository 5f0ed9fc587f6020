import type { CallEnd } from '@writ/providers';

/** The status of the last answer, or words without one. */
export type OutageCause = { status?: number; said: string };

/** Calls and unused permits count before the ask. */
export type Errand = {
  rules: QuotaRules;
  /** In the order in which they ended. */
  calls: readonly EndedCall[];
  unused: readonly string[];
  ask?: Ask;
};

/** The provider has counted the call by its end. */
export type EndedCall = {
  permitId?: string;
  write: WriteName;
  begunAtMs: number;
  endedAtMs: number;
  end: CallEnd;
};

/** An outage is several writes that fail. A function is called only after a failure. */
export type WriteName = string | (() => string);

export type Ask = {
  synchronous: boolean;
  /** At least one; fewer may be granted. */
  wanted: number;
  /** The longest wait of a synchronous call. */
  maxWaitMs: number;
  /** Other writes may share these calls: while calls are short, they begin evenly. */
  isSpaced?: boolean;
};

export type Permit = { id: string; startAtMs: number; endAtMs: number };

/** `freeForMs`: without a window, calls need no permit for so long. */
export type Answer = { kind: 'granted'; permits: readonly Permit[]; freeForMs?: number } | Denied;

export type Denied = {
  kind: 'denied';
  reason: WaitReason;
  waitMs: number;
  last?: OutageCause;
  /** There is quota, and the call only keeps its distance. */
  isSpaced?: true;
};

export type WaitReason = 'quota' | 'outage';

export type Outcome = { answer?: Answer; breaker?: BreakerChange };
export type BreakerChange = 'opened' | 'closed';

/** A provider's limit on calls that begin within any `windowMs`. */
export type WindowLimit = { limit: number; windowMs: number };

/** `window` applies until answers name one. */
export type QuotaRules = {
  /** Absent if unknown. */
  window?: WindowLimit;
  /** Part of the limit for Writ, above 0 to 1. */
  share: number;
  /** Part of `share` kept for synchronous calls; 0 to below 1. */
  synchronousShare: number;
  /** Part of a day's calls, of all clients, at which asynchronous work stops; above 0 to 1. */
  asynchronousDailyShare: number;
  /** Part of a day's calls for our own; asynchronous work stops at it. Absent: not counted. */
  ownDailyShare?: number;
  breaker: BreakerRules;
};

export type BreakerRules = {
  /** One bad record is not an outage. */
  writes: number;
  /** From the last failure to the next probe. */
  restMs: number;
  /** A probe without an end makes room for another. */
  probeMs: number;
};
