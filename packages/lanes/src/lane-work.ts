import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

/** Monotonic, so that a process that was frozen notices the end. */
export type Lease = {
  /** If negative, the unit may belong to another process: check before sending. */
  remainingMs(): number;
  heldMs(): number;
  /** Aborted when the lease is lost. */
  signal: AbortSignal;
};

export type ParkReason = 'quota' | 'outage' | 'paused';

/** `busy`: none until a unit of the lane has ended. */
export type Permits =
  | { kind: 'granted'; units: number }
  | { kind: 'busy' }
  | { kind: 'denied'; waitMs: number; reason: Exclude<ParkReason, 'paused'> };

export type Denied = Extract<Permits, { kind: 'denied' }>;

export type ClaimFault = { fault: unknown };

export type Claimed<Unit> = ReadonlyMap<string, readonly Unit[] | ClaimFault>;

/** Empty if they could not be claimed. */
export function claimedOf<Unit>(claimed: Claimed<Unit>, laneId: string): readonly Unit[] {
  const units = claimed.get(laneId) ?? [];
  return 'fault' in units ? [] : units;
}

export type Wanted = { laneId: string; limit: number };

/** The owner of the units (operations, deliveries). Its SQL uses database time. */
export type LaneWork<Unit, Outcome> = {
  kind: LaneKind;
  /** Does a step of what must precede a claim. Denied: more remains, for a later slice. */
  prepare?(laneId: string): Promise<Denied | undefined>;
  /** Never waits for a permit. Absent: all are granted. */
  permits?(laneId: string, wanted: number): Promise<Permits>;
  /**
   * Claims due units of lanes in one statement: counts their attempts and leases them. Durable when it
   * resolves. Units with an expired lease are due again.
   */
  claim(wanted: readonly Wanted[], leaseMs: number): Promise<Claimed<Unit>>;
  /** Whether more may be due although the claim found fewer than wanted; default: no. */
  mayHaveLeft?(units: readonly Unit[]): boolean;
  /** Memory of a unit, in ordinary units; default: 1. */
  weightOf?(unit: Unit): number;
  /** `traceparent` of each of its operations or deliveries. */
  tracesOf?(unit: Unit): readonly (string | null | undefined)[];
  /** Operations or deliveries, for metrics; default: 1. */
  countOf?(unit: Unit, outcome: Outcome): number;
  /** Makes units that were never begun due as before, without an attempt, if theirs is still the latest. */
  unclaim(units: readonly Unit[]): Promise<void>;
  /** Returns the units still held. */
  renew(units: readonly Unit[], leaseMs: number): Promise<ReadonlySet<Unit>>;
  /**
   * The receiver's answer is an outcome. A throw is a bug, and leaves the unit to its lease.
   * @param traceParent for what it sends
   */
  perform(unit: Unit, lease: Lease, traceParent?: string): Promise<Outcome>;
  /**
   * Stores outcomes in one transaction, each only if its attempt is the latest. Returns lanes in which other
   * units became due.
   */
  settle(done: readonly { unit: Unit; outcome: Outcome }[]): Promise<readonly string[]>;
  /** Lanes without units are absent. */
  nextDueAt(tx: Queryable, laneIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
};

export type LaneTimes = {
  leaseMs: number;
  renewEveryMs: number;
  /** How long one slice may claim. */
  sliceMs: number;
  /** How long a slice waits while no unit ends. */
  lingerMs: number;
  sweepEveryMs: number;
  /** A pause ends a slice within this time and a statement's. */
  pauseEveryMs: number;
};
