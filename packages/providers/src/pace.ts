import type { ProviderFault } from '@writ/write-core';

/** An account's quota by an answer's headers. */
export type ProviderUsage = {
  window?: { limit: number; remaining: number; windowMs: number };
  daily?: { limit: number; remaining: number };
};

export type CallEnd = {
  answered: boolean;
  /** Faults of the whole call. */
  faults: readonly ProviderFault[];
  /** Faults of single records. */
  recordFaults: readonly ProviderFault[];
  usage?: ProviderUsage;
};

/** A permit for one request, or why there is none. */
export type Permission =
  { kind: 'go'; ended: (end: CallEnd) => void } | { kind: 'stop'; fault: ProviderFault };

/** Paces the requests of one write. Never throws. */
export type Pace = { begin(): Promise<Permission> };
