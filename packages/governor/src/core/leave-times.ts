/** Times of leaves, and of what is kept about accounts. */
export const leaveTimes = {
  /** How far ahead asynchronous work gets leave: a part of the window, so that the way to the call costs no quota. */
  lookAheadPart: 40,
  longestLookAheadMs: 50,
  /** How long a leave is good: a part of the window. A call that begins later would be counted too early. */
  validPart: 10,
  shortestValidMs: 100,
  longestValidMs: 2_000,
  /**
   * Asynchronous work that has to wait is called for a part of the window at once, so that it does not come for every
   * single place; but it does not wait longer for the last of them than this part of the window's length.
   */
  gatheredPart: 20,
  /** While there is no window, how long calls may begin without asking. */
  freeForMs: 250,
  /** How soon to ask again while a probe is under way. */
  probeLookMs: 1_000,
  /** A provider may close an account for two days at most; what was learnt of an account lasts as long. */
  factsKeptMs: 49 * 3_600_000,
  /** Beyond two windows, for calls that are to begin. */
  slotsKeptMs: 60_000,
} as const;
