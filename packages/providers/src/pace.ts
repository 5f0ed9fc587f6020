import type { ProviderFault } from '@writ/write-core';

/** What an answer's headers say about the account's quota. */
export type ProviderUsage = {
  window?: { limit: number; remaining: number; windowMs: number };
  daily?: { limit: number; remaining: number };
};

/** What came of one request. */
export type CallEnd = {
  /** An answer came, whatever it says. */
  answered: boolean;
  /** What the call as a whole failed for. */
  faults: readonly ProviderFault[];
  /** What single records of it failed for. */
  recordFaults: readonly ProviderFault[];
  usage?: ProviderUsage;
};

/** A permit for one request, with somebody who wants to know what came of it; or why there is none. */
export type Permission =
  { kind: 'go'; ended: (end: CallEnd) => void } | { kind: 'stop'; fault: ProviderFault };

/** The pace of one write: each of its requests asks, and begins when the answer comes. Never throws. */
export type Pace = { begin(): Promise<Permission> };
