/** Times of leaves, and of what is kept about accounts. */
export const leaveTimes = {
  longestLookAheadMs: 100,
  shortestValidMs: 100,
  longestValidMs: 2_000,
  /** A provider may close an account for two days at most; what was learnt of an account lasts as long. */
  factsKeptMs: 49 * 3_600_000,
  /** Beyond two windows, for calls that are to begin. */
  slotsKeptMs: 60_000,
} as const;
