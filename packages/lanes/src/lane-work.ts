import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

/** A hold on a claimed unit, in monotonic time, so that a process that was frozen notices its end. */
export type Lease = {
  /** Below zero the unit may belong to another process. Check it before sending anything. */
  remainingMs(): number;
  /** Time since the claim. */
  heldMs(): number;
  /** Aborted when the lease is lost. */
  signal: AbortSignal;
};

/** Why a lane with due work rests: its account's quota, an outage, or an operator. */
export type ParkReason = 'quota' | 'outage' | 'paused';

/** `busy`: none until a unit of the lane has ended. */
export type Permits =
  | { kind: 'granted'; units: number }
  | { kind: 'busy' }
  | { kind: 'denied'; waitMs: number; reason: Exclude<ParkReason, 'paused'> };

export type Denied = Extract<Permits, { kind: 'denied' }>;

/** Why nothing was claimed of one lane of a claim. */
export type ClaimFault = { fault: unknown };

/** By lane. */
export type Claimed<Unit> = ReadonlyMap<string, readonly Unit[] | ClaimFault>;

/** Empty if they could not be claimed. */
export function claimedOf<Unit>(claimed: Claimed<Unit>, laneId: string): readonly Unit[] {
  const units = claimed.get(laneId) ?? [];
  return 'fault' in units ? [] : units;
}

export type Wanted = { laneId: string; limit: number };

/** The lane mechanism's port to the owner of units (operations, deliveries). Times in its SQL are database time. */
export type LaneWork<Unit, Outcome> = {
  kind: LaneKind;
  /**
   * Does one step of the work that must come before a claim. If more remains, nothing is claimed, and it goes on in a
   * later slice after the wait.
   */
  prepare?(laneId: string): Promise<Denied | undefined>;
  /** Takes permits before a claim. Must not wait for one. If absent, all are granted. */
  permits?(laneId: string, wanted: number): Promise<Permits>;
  /**
   * Claims up to `limit` due units of each lane in one statement: counts the attempt of each and leases it. Durable
   * when it resolves. A unit whose lease has expired is due again.
   */
  claim(wanted: readonly Wanted[], leaseMs: number): Promise<Claimed<Unit>>;
  /** Whether more may be due although the claim found fewer than it wanted. If absent: no. */
  mayHaveLeft?(units: readonly Unit[]): boolean;
  /** Memory of a unit, in ordinary units; 1 by default. */
  weightOf?(unit: Unit): number;
  /** Operations or deliveries of an outcome, for rates and metrics; 1 by default. */
  countOf?(unit: Unit, outcome: Outcome): number;
  /**
   * Returns units that were never begun: each is due again as before, and no attempt counts, if its attempt is still
   * the latest.
   */
  unclaim(units: readonly Unit[]): Promise<void>;
  /** Extends the leases; returns the units that are still held. */
  renew(units: readonly Unit[], leaseMs: number): Promise<ReadonlySet<Unit>>;
  /**
   * Does the unit's work. An answer of the receiver is an outcome. A throw is a bug, and leaves the unit to its lease.
   */
  perform(unit: Unit, lease: Lease): Promise<Outcome>;
  /**
   * Stores outcomes in one transaction, each only if its attempt is still the latest. Returns lanes in which this made
   * other units due.
   */
  settle(done: readonly { unit: Unit; outcome: Outcome }[]): Promise<readonly string[]>;
  /** When the next unit of each lane is due; lanes without units are absent. */
  nextDueAt(tx: Queryable, laneIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
};

export type LaneTimes = {
  leaseMs: number;
  renewEveryMs: number;
  /** How long one slice may claim. */
  sliceMs: number;
  /** How long a slice waits for its last units while none ends. */
  lingerMs: number;
  sweepEveryMs: number;
  /** How soon, besides a statement, a pause ends the lane's running slice. */
  pauseEveryMs: number;
};
