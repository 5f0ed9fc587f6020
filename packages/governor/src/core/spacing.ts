import type { AccountState } from './account-state.ts';
import type { QuotaRules } from './errand.ts';
import { leftOfOwnDay, ownDayLookAtMs } from './own-day.ts';

/** 0.5 calls/s with 100 records each suffice for a small account, and a caller sees its write in time. */
const longestSpaceMs = 2_000;
/** Some providers count the last 24 hours at any moment (Providers §4), so a whole day lies ahead. */
const dayMs = 24 * 3_600_000;
/** No answer shows when a day has room again. */
const dayProbeMs = 300_000;

/** At most `most` calls, of which `moments` are taken. */
export type Places = { most: number; moments: number[] };

/**
 * Spreads the remaining calls of window and day evenly. At most 2 s from now.
 * @param window undefined: it has room
 */
export function nextSpacedAtMs(
  account: AccountState,
  rules: QuotaRules,
  nowMs: number,
  window: { windowMs: number; places: readonly Places[] } | undefined,
): number {
  const lastAtMs = account.asynchronousAtMs ?? -Infinity;
  const spaceMs = Math.max(
    window ? spaceInWindowMs(window.places, window.windowMs, lastAtMs) : 0,
    isDayShort(account, rules) ? dayMs / Math.max(1, leftOfDay(account, rules)) : 0,
  );
  // The last permit may begin later than now.
  return Math.min(lastAtMs + Math.min(longestSpaceMs, spaceMs), nowMs + longestSpaceMs);
}

/**
 * The least distance at which no call waits for a place: when the k-th call begins, enough calls before it
 * have left the window.
 */
function spaceInWindowMs(places: readonly Places[], windowMs: number, lastAtMs: number): number {
  let spaceMs = 0;
  for (const { most, moments } of places) {
    spaceMs = Math.max(spaceMs, windowMs / most);
    for (const [at, moment] of moments.entries()) {
      const calls = most - moments.length + at + 1;
      if (calls > 0) spaceMs = Math.max(spaceMs, (moment + windowMs - lastAtMs) / calls);
    }
  }
  return spaceMs;
}

/** More than half of a share of the day is used. */
export function isDayShort(account: AccountState, rules: QuotaRules): boolean {
  if (!account.day) return false;
  const { limit, remaining } = account.day;
  const { asynchronousDailyShare, ownDailyShare = Infinity } = rules;
  return (
    limit - remaining > (limit * asynchronousDailyShare) / 2 ||
    leftOfOwnDay(account, rules) < (limit * ownDailyShare) / 2
  );
}

/** By asynchronous work or other clients. */
export const isDayUsed = (
  { limit, remaining }: NonNullable<AccountState['day']>,
  { asynchronousDailyShare }: QuotaRules,
): boolean => limit - remaining >= limit * asynchronousDailyShare;

/** If asynchronous work has used a share of the day: when its next call may look for room. */
export function dayProbeAtMs(account: AccountState, rules: QuotaRules, nowMs: number): number | undefined {
  const { day, asynchronousAtMs = -Infinity } = account;
  if (leftOfOwnDay(account, rules) <= 0) return ownDayLookAtMs(nowMs);
  return day && isDayUsed(day, rules) ? asynchronousAtMs + dayProbeMs : undefined;
}

const leftOfDay = (account: AccountState, rules: QuotaRules): number =>
  account.day
    ? Math.min(
        account.day.remaining - account.day.limit * (1 - rules.asynchronousDailyShare),
        leftOfOwnDay(account, rules),
      )
    : Infinity;
