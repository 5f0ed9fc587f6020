import type { CallEnd } from '@writ/providers';

/** By what an account was found to be away: the status of its answer, or in words that there was none. */
export type OutageCause = { status?: number; said: string };

/** What is told and asked about one account at a time; what is told counts before what is asked. */
export type Errand = {
  rules: QuotaRules;
  /** Calls that are over, in the order in which they ended. */
  calls: readonly EndedCall[];
  /** Permits that no call was made on. */
  unused: readonly string[];
  ask?: Ask;
};

/** A call that is over. The provider had counted it when it ended. */
export type EndedCall = {
  /** Absent: it needed none. */
  permitId?: string;
  write: WriteName;
  begunAtMs: number;
  endedAtMs: number;
  end: CallEnd;
};

/** Tells writes apart: an outage is several of them that fail. As a function it is only called then. */
export type WriteName = string | (() => string);

export type Ask = {
  synchronous: boolean;
  /** How many, at least one; fewer may be granted. */
  wanted: number;
  /** The longest that a synchronous call waits for its permit's start. */
  maxWaitMs: number;
  /** While the account is short of calls they begin one by one and evenly, so that later writes can share them. */
  isSpaced?: boolean;
  /** How long the answer may be under way; 0 unless told. Permits are good for so much longer. */
  wayMs?: number;
};

/** The right to begin one call in this time. */
export type Permit = { id: string; startAtMs: number; endAtMs: number };

export type Answer =
  | {
      kind: 'granted';
      permits: readonly Permit[];
      /** What came of calls is to be told within this time: earlier, it would cost more than it is of use. */
      tellWithinMs: number;
      /** Half of the places are free: nobody waits for one. */
      isRoomy: boolean;
      /** There is no window: for so long calls may begin without a permit. */
      freeForMs?: number;
    }
  /** Asking before `waitMs` are over is of no use. `isSpaced`: there is quota, and the call only waits for its turn. */
  | { kind: 'denied'; reason: WaitReason; waitMs: number; last?: OutageCause; isSpaced?: true };

/** Why no call may begin now: the account's quota, or the account does not answer. */
export type WaitReason = 'quota' | 'outage';

/** The answer to what was asked, and whether the breaker changed by what was told. */
export type Outcome = { answer?: Answer; breaker?: BreakerChange };
export type BreakerChange = 'opened' | 'closed';

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
