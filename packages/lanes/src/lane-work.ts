import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

/** A hold on a claimed unit, in monotonic time: a process that was frozen sees at once that it has passed. */
export type Lease = {
  /** Time left; below zero the unit may be somebody else's. To be asked before anything is sent. */
  remainingMs(): number;
  /** Time since the unit was claimed. */
  heldMs(): number;
  /** Aborted when the lease is lost: what is being sent is to be given up. */
  signal: AbortSignal;
};

/** Why a lane that has due work does nothing: its account's quota, an outage, or an operator. */
export type ParkReason = 'quota' | 'outage' | 'paused';

/**
 * Permits to claim units: for so many, or for none until something of the lane has ended (`busy`), or for none before
 * the wait is over.
 */
export type Permits =
  | { kind: 'granted'; units: number }
  | { kind: 'busy' }
  | { kind: 'denied'; waitMs: number; reason: Exclude<ParkReason, 'paused'> };

/** There is no permit to go on with a lane: before the wait is over another slice of it is of no use. */
export type Denied = Extract<Permits, { kind: 'denied' }>;

/** Nothing was claimed of a lane; others of the same claim have their units. */
export type ClaimFault = { fault: unknown };

/** What a claim gives: units by their lanes, or why nothing could be claimed of one. */
export type Claimed<Unit> = ReadonlyMap<string, readonly Unit[] | ClaimFault>;

/** The units of a lane: none also where they could not be claimed. */
export function claimedOf<Unit>(claimed: Claimed<Unit>, laneId: string): readonly Unit[] {
  const units = claimed.get(laneId) ?? [];
  return 'fault' in units ? [] : units;
}

/** Up to so many units are wanted of a lane. */
export type Wanted = { laneId: string; limit: number };

/**
 * What the owner of the units (operations, deliveries) gives to the lane mechanism. All times in its SQL are database
 * time (`clock_timestamp()`).
 */
export type LaneWork<Unit, Outcome> = {
  kind: LaneKind;
  /**
   * Asked before each claim and its permits: does a step of what has to be done with the lane before its units are claimed,
   * apart from other lanes. Nothing is claimed while more of it is left, which goes on in another turn, after the wait.
   */
  prepare?(laneId: string): Promise<Denied | undefined>;
  /** Asked before each claim, for up to `wanted` units; without it there are always permits. Must not wait for one. */
  permits?(laneId: string, wanted: number): Promise<Permits>;
  /**
   * Takes up to so many due units of each of these different lanes, counts the attempt of each and leases it for
   * `leaseMs`: one statement for all of them, durable when it resolves. A unit whose lease ran out is due again. Gives the
   * units by their lanes, or why nothing could be claimed of one; a lane without any may be left out.
   */
  claim(wanted: readonly Wanted[], leaseMs: number): Promise<Claimed<Unit>>;
  /**
   * Whether a claim that gave these, which are fewer than it might have given, may have left others that are due: it stops
   * for other reasons, too. Without it there are none.
   */
  mayHaveLeft?(units: readonly Unit[]): boolean;
  /** For how many ordinary units one counts in the memory of a process; each is one unless told. */
  weightOf?(unit: Unit): number;
  /** How many operations or deliveries an outcome is of, for rates and metrics; one unless told. */
  countOf?(unit: Unit, outcome: Outcome): number;
  /**
   * Gives back units that were claimed and never begun: each is due again at once, as if it had not been claimed, as long
   * as its attempt is still the latest. No attempt counts for it.
   */
  unclaim(units: readonly Unit[]): Promise<void>;
  /** Extends the leases; gives back the units that are still ours. */
  renew(units: readonly Unit[], leaseMs: number): Promise<ReadonlySet<Unit>>;
  /** Does the unit's work. What the other side did is an outcome; a throw is a bug, and leaves the unit to its lease. */
  perform(unit: Unit, lease: Lease): Promise<Outcome>;
  /**
   * Stores many outcomes in one transaction, each only if the unit's attempt is still the latest. Gives the lanes in which
   * other units are due by that.
   */
  settle(done: readonly { unit: Unit; outcome: Outcome }[]): Promise<readonly string[]>;
  /** When the first remaining unit of each of these lanes is due; a lane in which none is left is left out. */
  nextDueAt(tx: Queryable, laneIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
};

export type LaneTimes = {
  /** Lease of a claimed unit. */
  leaseMs: number;
  renewEveryMs: number;
  /** How long one slice may claim new units; then other lanes have theirs. */
  sliceMs: number;
  /** How long a slice in which nothing ends waits for its last units before it leaves them to themselves. */
  lingerMs: number;
  sweepEveryMs: number;
  /** Within this, and what a statement takes, a lane that is paused in its slice begins nothing more. */
  pauseEveryMs: number;
};
