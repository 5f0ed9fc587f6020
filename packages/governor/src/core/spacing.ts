import type { AccountState } from './account-state.ts';
import type { QuotaRules } from './errand.ts';

/**
 * However few calls are left, a spaced one waits no longer than this for its turn: 0.5 calls/s with 100 records each are as
 * many records as a small account gets, and a caller sees its write in time.
 */
const longestSpaceMs = 2_000;
/**
 * Nobody says when a day began: Salesforce's is the last 24 hours at any moment (Providers §4). So a whole one is taken to be
 * ahead.
 */
const dayMs = 24 * 3_600_000;

/** Places in a window: so many calls may be counted in it, and these are. */
export type Counted = { most: number; moments: readonly number[] };

/**
 * When the next spaced call may begin, where the calls that are left in the window, and in the day, are spread evenly over the
 * time for which they have to last. At most 2 s from now.
 *
 * @param window undefined: the window has room
 */
export function nextSpacedAtMs(
  account: AccountState,
  rules: QuotaRules,
  nowMs: number,
  window: { windowMs: number; counted: readonly Counted[] } | undefined,
): number {
  const lastAtMs = account.asynchronousAtMs ?? -Infinity;
  // A process of an older release leaves this moment as it is when the clock is set back.
  if (lastAtMs - nowMs > longestSpaceMs) return nowMs;
  const spaceMs = Math.max(
    window ? spaceInWindowMs(window.counted, window.windowMs, lastAtMs) : 0,
    isDayShort(account, rules) ? dayMs / Math.max(1, leftOfDay(account, rules)) : 0,
  );
  // The last permit may begin a moment from now.
  return Math.min(lastAtMs + Math.min(longestSpaceMs, spaceMs), nowMs + longestSpaceMs);
}

/**
 * The least space by which no call ever waits for a place: so far apart that the k-th call from now on begins when as many calls
 * before it have left the window as it needs. After a burst that is more than the window divided by its calls.
 */
function spaceInWindowMs(counted: readonly Counted[], windowMs: number, lastAtMs: number): number {
  let spaceMs = 0;
  for (const { most, moments } of counted) {
    spaceMs = Math.max(spaceMs, windowMs / most);
    for (const [at, moment] of moments.entries()) {
      const calls = most - moments.length + at + 1;
      if (calls > 0) spaceMs = Math.max(spaceMs, (moment + windowMs - lastAtMs) / calls);
    }
  }
  return spaceMs;
}

/** More than half of what asynchronous work may use of a day is used. */
export const isDayShort = (account: AccountState, rules: QuotaRules): boolean =>
  account.day !== undefined &&
  leftOfDay(account, rules) < (account.day.limit * rules.asynchronousDailyShare) / 2;

const leftOfDay = ({ day }: AccountState, { asynchronousDailyShare }: QuotaRules): number =>
  day ? day.remaining - day.limit * (1 - asynchronousDailyShare) : Infinity;
